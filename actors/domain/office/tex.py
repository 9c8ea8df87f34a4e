"""Characters and functions that TeX writes with a name."""

from __future__ import annotations

FUNCTIONS = frozenset(
    (
        *("sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh"),
        *("tanh", "log", "ln", "lg", "exp", "lim", "max", "min", "sup", "inf", "det", "dim", "ker"),
        *("gcd", "deg", "arg", "hom", "limsup", "liminf", "Pr"),
    )
)

_NAMES = {
    0x03b1: "alpha", 0x03b2: "beta", 0x03b3: "gamma", 0x03b4: "delta", 0x03b5: "varepsilon",
    0x03b6: "zeta", 0x03b7: "eta", 0x03b8: "theta", 0x03b9: "iota", 0x03ba: "kappa",
    0x03bb: "lambda", 0x03bc: "mu", 0x03bd: "nu", 0x03be: "xi", 0x03c0: "pi", 0x03c1: "rho",
    0x03c2: "varsigma", 0x03c3: "sigma", 0x03c4: "tau", 0x03c5: "upsilon", 0x03c6: "varphi",
    0x03c7: "chi", 0x03c8: "psi", 0x03c9: "omega", 0x0393: "Gamma", 0x0394: "Delta",
    0x0398: "Theta", 0x039b: "Lambda", 0x039e: "Xi", 0x03a0: "Pi", 0x03a3: "Sigma", 0x03a6: "Phi",
    0x03a8: "Psi", 0x03a9: "Omega", 0x03a5: "Upsilon", 0x221e: "infty", 0x00d7: "times",
    0x00f7: "div", 0x00b1: "pm", 0x2213: "mp", 0x22c5: "cdot", 0x00b7: "cdot", 0x2218: "circ",
    0x2264: "leq", 0x2265: "geq", 0x2260: "neq", 0x2248: "approx", 0x2261: "equiv", 0x223c: "sim",
    0x2243: "simeq", 0x2245: "cong", 0x221d: "propto", 0x2192: "to", 0x2190: "leftarrow",
    0x2194: "leftrightarrow", 0x21d2: "Rightarrow", 0x21d0: "Leftarrow", 0x21d4: "Leftrightarrow",
    0x21a6: "mapsto", 0x2208: "in", 0x2209: "notin", 0x220b: "ni", 0x2282: "subset",
    0x2283: "supset", 0x2286: "subseteq", 0x2287: "supseteq", 0x222a: "cup", 0x2229: "cap",
    0x2205: "emptyset", 0x2216: "setminus", 0x2227: "wedge", 0x2228: "vee", 0x00ac: "neg",
    0x2200: "forall", 0x2203: "exists", 0x2202: "partial", 0x2207: "nabla", 0x2211: "sum",
    0x220f: "prod", 0x2210: "coprod", 0x222b: "int", 0x222c: "iint", 0x222d: "iiint",
    0x222e: "oint", 0x222f: "oiint", 0x2230: "oiiint", 0x22c3: "bigcup", 0x22c2: "bigcap",
    0x22c1: "bigvee", 0x22c0: "bigwedge", 0x2a01: "bigoplus", 0x2a02: "bigotimes",
    0x2295: "oplus", 0x2297: "otimes", 0x221a: "surd", 0x2026: "dots", 0x22ef: "cdots",
    0x22ee: "vdots", 0x22f1: "ddots", 0x03f5: "epsilon", 0x03d5: "phi", 0x03d1: "vartheta",
    0x210f: "hbar", 0x2113: "ell", 0x211d: "mathbb{R}", 0x2115: "mathbb{N}", 0x2124: "mathbb{Z}",
    0x211a: "mathbb{Q}", 0x2102: "mathbb{C}", 0x22a5: "perp", 0x2225: "parallel", 0x2220: "angle",
    0x226a: "ll", 0x226b: "gg", 0x2020: "dagger", 0x2032: "prime", 0x2217: "ast",
    0x27e8: "langle", 0x27e9: "rangle", 0x2308: "lceil", 0x2309: "rceil", 0x230a: "lfloor",
    0x230b: "rfloor",
}  # fmt: skip

SYMBOLS = {chr(code): f" \\{name} " for code, name in _NAMES.items()}
SYMBOLS |= {
    "\u2212": "-",
    "\u2061": "",
    "\u2062": "",
    "\u00a0": " ",
    "\u200b": "",
    "%": "\\%",
    "#": "\\#",
}
SYMBOLS |= {"&": "\\&", "{": "\\{", "}": "\\}"}
