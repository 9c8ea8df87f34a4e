"""The page's style sheet: light and dark, screen and paper."""

STYLE = """
:root{--ink:#14212b;--soft:#5a6b78;--line:#d9e1e6;--ground:#f5f8fa;--card:#fff;--good:#0a7d4f;--bad:#b3261e;
--c0:#0b6bcb;--c1:#d9730d;--c2:#7a4bc2;--c3:#0a8f6a;--c4:#c2255c;--c5:#6b7785}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf2;--soft:#9db0bd;--line:#2b3a45;--ground:#0f171d;
--card:#16212a;--good:#4cc38a;--bad:#ff8f87;--c0:#5aa9ff;--c1:#f2a154;--c2:#b794f4;--c3:#4fd1a5;--c4:#f783ac;--c5:#9aa7b2}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:28px;margin:0 0 4px}h2{font-size:17px;margin:0}
header p{color:var(--soft);max-width:70ch;margin:0 0 16px}
dl{display:flex;flex-wrap:wrap;gap:4px 28px;margin:0 0 28px;font-size:13px}
dl div{display:flex;gap:6px}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}
section{margin:0 0 28px}section>h2{margin:0 0 8px;text-transform:capitalize}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:16px}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px 14px 8px}
figcaption h2{font-size:15px}figcaption ul{list-style:none;display:flex;flex-wrap:wrap;gap:2px 14px;margin:4px 0 0;
padding:0;font-size:12px;color:var(--soft)}
figcaption i{display:inline-block;width:10px;height:10px;border-radius:5px;margin-right:5px}
svg{width:100%;height:auto;display:block}
.grid{stroke:var(--line)}.tick,.axis,.name{fill:var(--soft);font-size:12.5px}.name{fill:var(--ink)}
polyline{fill:none;stroke-width:2.2}
polyline.c0,circle.c0{stroke:var(--c0)}polyline.c1,circle.c1{stroke:var(--c1)}polyline.c2,circle.c2{stroke:var(--c2)}
polyline.c3,circle.c3{stroke:var(--c3)}polyline.c4,circle.c4{stroke:var(--c4)}polyline.c5,circle.c5{stroke:var(--c5)}
circle{fill:var(--card);stroke-width:2.2}
i.c0{background:var(--c0)}i.c1{background:var(--c1)}i.c2{background:var(--c2)}
i.c3{background:var(--c3)}i.c4{background:var(--c4)}i.c5{background:var(--c5)}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th,td{padding:7px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:500;white-space:nowrap}
thead .number{text-align:right}
td:first-child{font-family:ui-monospace,monospace;font-size:12.5px;white-space:nowrap}
td small{display:block;color:var(--soft)}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.better{color:var(--good);font-weight:600}.worse{color:var(--bad);font-weight:600}
@media print{body{background:#fff}figure,.scroll{break-inside:avoid}}
"""
