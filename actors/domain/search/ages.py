"""Ages as search engines write them: "2 hours ago", "vor 3 Tagen", "3日前", "5mo"."""

from __future__ import annotations

import re
import unicodedata

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

# Lower case and without accents, as `_folded` leaves them. Where a script does not set words
# apart, the unit stands right behind its number.
_UNITS = {
    1: "s sec secs second seconds sekunde sekunden seconde secondes secondi secondo segundo"
    " segundos seconden sekunder sekund sekundy sekundę секунд секунды секунду saniye 秒 秒钟 초"
    " giay detik ثانية ثوان",
    _MINUTE: "m min mins minute minutes minuten minuut minuto minuti minutos minuter minutt"
    " minutter minut minuty minutę мин минут минуты минуту dakika dk minuuttia 分 分钟 分鐘 分間 분"
    " phut menit دقيقة دقائق मिनट",
    _HOUR: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren timme"
    " timmar time timer godzine godziny godzin час часа часов ч saat sa tuntia 小时 小時 時間 时"
    " 시간 gio jam ساعة ساعات घंटे घंटा",
    _DAY: "d day days tag tage tagen jour jours dia dias giorno giorni dag dagen dagar dager dni"
    " dzien день дня дней дн gun paivaa 天 日 일 ngay hari يوم أيام ايام दिन",
    7 * _DAY: "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane"
    " weken vecka veckor uke uker uger tydzien tygodnie tygodni неделя недели недель нед hafta"
    " viikkoa 周 週 週間 星期 주 tuan minggu أسبوع أسابيع اسبوع اسابيع सप्ताह",
    30 * _DAY: "mo mos month months monat monate monaten mois mes meses mese mesi maand maanden"
    " manad manader maned maneder miesiac miesiace miesiecy месяц месяца месяцев мес ay kuukautta"
    " 月 个月 個月 か月 ヶ月 カ月 개월 thang bulan شهر أشهر اشهر महीने महीना",
    365 * _DAY: "y yr yrs year years jahr jahre jahren an ans annee annees ano anos anni anno jaar"
    " jaren ar rok lata lat год года лет yil vuotta 年 년 nam tahun سنة سنوات साल वर्ष",
}
_SECONDS = {word: seconds for seconds, words in _UNITS.items() for word in words.split()}
_ONE = "a|an|one|eine|einem|einer|einen|ein|un|una|une|uno|um|uma|een|en|ett|ena|один|одну|jedna"
_PAST = re.compile(
    r"\bago\b|\bvor\b|\bhace\b|\bil y a\b|\bfa\b|\bha\b|\batras\b|\bgeleden\b|назад|\btemu\b"
    r"|\bsedan\b|\bsiden\b|\bonce\b|\bsitten\b|前|전|\btruoc\b|\blalu\b|\byang lalu\b|منذ|قبل|पहले"
    r"|\bold\b"
)
_AMOUNT = re.compile(rf"(?<![\w.,:/-])(\d{{1,4}}|(?:{_ONE})(?= ))(?=\s?([^\s\d.,;]+))")
_COMPACT = re.compile(r"(\d{1,4})\s?(s|sec|m|min|h|hr|d|w|wk|mo|y|yr)")
_NAMED = {
    0: "today now heute aujourd'hui hoy oggi hoje vandaag сегодня dzis dzisiaj idag bugun 今天 今日"
    " 오늘",
    1: "yesterday gestern hier ayer ieri ontem gisteren вчера wczoraj igar dun 昨天 昨日 어제",
    2: "vorgestern anteayer avant-hier позавчера eergisteren przedwczoraj 前天 一昨日 그저께",
}
_DAYS = {word: days for days, words in _NAMED.items() for word in words.split()}


def seconds_since(text: str) -> float | None:
    """How long ago a text says something was; None where it says nothing of the kind."""
    folded = _folded(text)
    if compact := _COMPACT.fullmatch(folded):
        return float(int(compact[1]) * _SECONDS[compact[2]])
    words = folded.replace("i går", "igar").strip(" .")
    if words in _DAYS:
        return float(_DAYS[words] * _DAY)
    if words in ("just now", "gerade eben", "a l'instant"):
        return 0.0
    if not _PAST.search(folded):
        return None
    for number, word in _AMOUNT.findall(folded):
        if seconds := _unit(word):
            return float((int(number) if number.isdecimal() else 1) * seconds)
    return None


def _unit(word: str) -> int | None:
    """The unit a word is, or begins with where nothing sets it apart from the next one."""
    if word in _SECONDS:
        return _SECONDS[word]
    if word.isascii():
        return None
    heads = (word[:length] for length in range(len(word) - 1, 0, -1))
    return next((_SECONDS[head] for head in heads if head in _SECONDS), None)


def _folded(text: str) -> str:
    """Lower case, one space, and Latin letters without accents; other scripts as they are."""
    kept = ""
    for letter in unicodedata.normalize("NFD", text.lower().replace("\u0131", "i")):
        if not (unicodedata.combining(letter) and kept[-1:].isascii()):
            kept += letter
    return " ".join(unicodedata.normalize("NFC", kept).split())
