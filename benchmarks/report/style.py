"""The page's style sheet: light and dark, screen and paper."""

_COLOURS = 8


def _coloured() -> str:
    """Lines, points, bars and legends by class."""
    rules = [
        f"polyline.c{n},circle.c{n}{{stroke:var(--c{n})}}i.c{n}{{background:var(--c{n})}}"
        for n in range(_COLOURS)
    ]
    return "\n".join(rules)


VARIABLES = """
:root{--ink:#14212b;--soft:#54656f;--line:#dbe3e8;--ground:#f4f7f9;--card:#fff;--good:#08734a;--bad:#b3261e;
--c0:#0b6bcb;--c1:#d9730d;--c2:#7a4bc2;--c3:#0a8f6a;--c4:#c2255c;--c5:#6b7785;--c6:#8a6d00;--c7:#00829b}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf2;--soft:#a3b4c0;--line:#2b3a45;--ground:#0f171d;
--card:#16212a;--good:#4cc38a;--bad:#ff8f87;--c0:#5aa9ff;--c1:#f2a154;--c2:#b794f4;--c3:#4fd1a5;--c4:#f783ac;--c5:#9aa7b2;
--c6:#d8bf4c;--c7:#4cc9e0}}
"""
CHART = """
svg{width:100%;height:auto;display:block;font-family:system-ui,sans-serif}
.grid{stroke:var(--line)}.tick,.axis,.name{fill:var(--soft);font-size:12px}.name{fill:var(--ink)}
polyline{fill:none;stroke-width:2.4;stroke-linejoin:round}circle{fill:var(--card);stroke-width:2.4}
""" + _coloured()
STYLE = (
    VARIABLES
    + """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1240px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}h2{font-size:21px;margin:0}h3{font-size:15px;margin:0;line-height:1.35}
header p,section>p{color:var(--soft);max-width:80ch;margin:2px 0 16px}
section{margin:0 0 40px}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,168px),1fr));gap:12px}
.tiles div{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--good);border-radius:8px;
padding:12px 14px;display:flex;flex-direction:column;gap:2px}
.tiles .behind{border-left-color:var(--bad)}.tiles strong{font-size:26px;line-height:1.15}.tiles small{color:var(--soft);font-size:12.5px}
.cards+.cards{margin-top:16px}
.cards{align-items:start;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,350px),1fr));gap:16px}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px;min-width:0}
figcaption{margin:0 0 8px}figcaption em{font-style:normal;font-size:12.5px;color:var(--soft)}
figcaption ul{list-style:none;display:flex;flex-wrap:wrap;gap:2px 14px;margin:4px 0 0;padding:0;font-size:13px}
figcaption i{display:inline-block;width:10px;height:10px;border-radius:5px;margin-right:5px}
.bars{list-style:none;margin:0;padding:0;font-size:13.5px}
.bars li{display:grid;grid-template-columns:1fr auto;gap:0 10px;margin:0 0 8px}.bars b{font-weight:500}
.bar{grid-column:1/3;grid-row:2;background:var(--ground);border-radius:3px}.bar i{display:block;height:9px;border-radius:3px}
.bar .cut{-webkit-mask:repeating-linear-gradient(115deg,#000 0 9px,transparent 9px 12px);mask:repeating-linear-gradient(115deg,#000 0 9px,transparent 9px 12px)}
small.better{color:var(--good);font-weight:600}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px;margin-top:10px}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th,td{padding:7px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:500;white-space:nowrap}thead .number{text-align:right}
td code{font-size:12.5px;white-space:nowrap}td small{display:block;color:var(--soft)}td:last-child{min-width:300px}.soft{color:var(--soft)}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.better{color:var(--good);font-weight:600}.worse{color:var(--bad);font-weight:600}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:4px 28px;margin:10px 0 0;font-size:13.5px}
dl div{display:flex;gap:8px;flex-wrap:wrap}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}
@media print{body{background:#fff}figure,.tiles div,tr{break-inside:avoid}}
"""
    + CHART
)
