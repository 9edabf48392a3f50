"""The mutants of a module: every small change of its code that could be a mistake of its author.

What is changed: comparisons, ``and`` and ``or``, ``not``, arithmetic and bits, ``min`` and ``max``, ``any``
and ``all``, constants, conditions, indices and slices, returned values; and statements are left out. What is
not: docstrings, annotations and types, decorators, `__repr__` and what prints, code for type checkers, and
texts for people: f-strings, strings with a space in them, and strings within a ``raise``.
"""

from __future__ import annotations

import ast
from collections import Counter
from hashlib import sha256

import attrs

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Div: "*",
    ast.Mod: "//",
    ast.Pow: "*",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED = {"__repr__", "_repr_pretty_", "__all__", "__slots__"}
BUILT_IN_TYPES = {
    "bool",
    "bytes",
    "dict",
    "float",
    "frozenset",
    "int",
    "list",
    "object",
    "set",
    "str",
    "tuple",
    "type",
}
OTHER_STRING = "'?'"


@attrs.frozen
class Mutant:
    """One change: where it is, the statement before and after, and which bytes of the source become what.

    ``function`` is the qualified name of the function or class around it (``""`` for none), ``nth`` tells
    equal changes of equal statements apart. ``lines`` are the first and last line of the statement, ``body``
    those of the outermost function around it, or ``None`` outside of functions.
    """

    module: str
    function: str
    kind: str
    was: str
    now: str
    nth: int
    start: int
    end: int
    text: bytes
    lines: tuple[int, int]
    body: tuple[int, int] | None

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What names a mutant for as long as its statement is the same: no numbers of lines."""
        return self.module, self.function, self.was, self.now, self.nth

    @property
    def id(self) -> str:
        """A short name, made from the key."""
        return sha256(repr(self.key).encode()).hexdigest()[:8]

    def changed(self, source: bytes) -> bytes:
        """The source of the module with this change."""
        return source[: self.start] + self.text + source[self.end :]


def mutants_of(module: str, source: bytes) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    finder = _Finder(module, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda mutant: (mutant.start, mutant.end, mutant.text))


def _is_type(node: ast.expr) -> bool:
    """Whether an expression names a type: ``State``, ``list[int]``, ``str | None``."""
    match node:
        case ast.Name(name):
            return name in BUILT_IN_TYPES or (name.lstrip("_")[:1].isupper() and not name.isupper())
        case ast.Constant(None):
            return True
        case ast.Subscript(value):
            return _is_type(value)
        case ast.BinOp(left, ast.BitOr(), right):
            return _is_type(left) and _is_type(right)
        case _:
            return False


def _is_number(node: ast.expr) -> bool:
    """Whether an index is written as a number, which may have a sign."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _checks_types(node: ast.AST) -> bool:
    """Whether a condition asks for ``TYPE_CHECKING``."""
    return any(isinstance(part, ast.Name) and part.id == "TYPE_CHECKING" for part in ast.walk(node))


class _Finder(ast.NodeVisitor):
    """Walks through a module and notes its mutants."""

    def __init__(self, module: str, source: bytes) -> None:
        self.module, self.source, self.found = module, source, list[Mutant]()
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._around: list[str] = []
        self._body: tuple[int, int] | None = None
        self._statement: ast.stmt | None = None
        self._returns_bool = self._raising = False
        self._seen: Counter[tuple[str, str, str]] = Counter()

    # --- Notes ---

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _head(self, statement: ast.stmt) -> tuple[int, int, str]:
        """Where a statement begins, where it or its head ends, and what completes the head."""
        start, end = self._span(statement)
        body = getattr(statement, "body", None)
        if not body:
            return start, end, ""
        first = body[0]
        decorators = getattr(first, "decorator_list", None)
        place = self._span(decorators[0])[0] - 1 if decorators else self._span(first)[0]
        return start, place, "pass"

    def _one_line(self, text: str) -> str:
        for opening, instead in (("elif", "if"), ("except", "try: pass\nexcept")):
            if text.startswith(opening):
                text = instead + text.removeprefix(opening)
        return ast.unparse(ast.parse(text)).removesuffix("pass").strip()

    def _note(self, kind: str, node: ast.expr | ast.stmt, text: str) -> None:
        """Note the mutant in which the text of a node is another."""
        self._note_span(kind, *self._span(node), text)

    def _note_span(self, kind: str, start: int, end: int, text: str) -> None:
        statement = self._statement
        assert statement is not None
        first, last, rest = self._head(statement)
        new = text.encode()
        lines = statement.lineno, self.source[:last].rstrip().count(b"\n") + 1
        old = self.source
        was = self._one_line(old[first:last].decode() + rest)
        now = self._one_line((old[first:start] + new + old[end:last]).decode() + rest)
        function = ".".join(self._around)
        nth = self._seen[function, was, now]
        self._seen[function, was, now] += 1
        mutant = Mutant(self.module, function, kind, was, now, nth, start, end, new, lines, self._body)
        self.found.append(mutant)

    def _between(self, kind: str, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Note another operator between two operands, which may stand in brackets."""
        start, end = self._span(left)[1], self._span(right)[0]
        gap = self.source[start:end].decode()
        # Brackets and comments may stand beside the operator, but no other operator.
        at = gap.index(old)
        place = start + len(gap[:at].encode())
        self._note_span(kind, place, place + len(old.encode()), new)

    # --- What is passed over ---

    def visit(self, node: ast.AST) -> None:
        """Visit a node, as part of the statement that it is or belongs to."""
        if isinstance(node, ast.stmt):
            outer, self._statement = self._statement, node
            self._left_out(node)
            super().visit(node)
            self._statement = outer
        else:
            super().visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave an f-string alone: it is a text for people."""

    def visit_arguments(self, node: ast.arguments) -> None:
        """Visit the defaults of a function, not its annotations."""
        for default in (*node.defaults, *node.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit the value of an annotated name."""
        if node.value is not None and not _is_type(node.value):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Visit an assignment, unless it is of a type or of what is printed."""
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        if not (names & UNTOUCHED or _is_type(node.value)):
            self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visit the body of a class."""
        self._around.append(node.name)
        for part in node.body:
            self.visit(part)
        self._around.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Visit the defaults and the body of a function; nothing of an overload and of what prints."""
        marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
        if node.name in UNTOUCHED or "overload" in marks:
            return
        self._around.append(node.name)
        self.visit(node.args)
        outer = self._body, self._returns_bool
        if self._body is None:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            self._body = first, node.end_lineno or first
        self._returns_bool = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        for part in node.body:
            self.visit(part)
        self._body, self._returns_bool = outer
        self._around.pop()

    def visit_If(self, node: ast.If) -> None:
        """Visit a branch; of a branch for type checkers, only the other side."""
        if _checks_types(node.test):
            for part in node.orelse if isinstance(node.test, ast.Name) else node.body:
                self.visit(part)
            return
        self._condition(node.test)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Visit an index or a slice; a type with its parameters is passed over."""
        if _is_type(node):
            return
        index = node.slice
        if isinstance(index, ast.Slice):
            self._slice(index)
        elif isinstance(node.ctx, ast.Load) and not (_is_number(index) or isinstance(index, ast.Tuple)):
            self._note("index", index, f"({self._text(index)}) + 1")
        self.generic_visit(node)

    def _slice(self, node: ast.Slice) -> None:
        """Leave out a bound of a slice, or move it by one (numbers change as other constants do)."""
        start, end = self._span(node)  # a slice has a place, too
        bounds = [node.lower, node.upper, node.step]
        texts = ["" if bound is None else self._text(bound) for bound in bounds]
        for at, bound in enumerate(bounds):
            if bound is None:
                continue
            kept = [*texts[:at], "", *texts[at + 1 :]]
            self._note_span("slice", start, end, ":".join(kept if kept[2] else kept[:2]))
            if not _is_number(bound):
                self._note("slice", bound, f"({texts[at]}) + 1")

    # --- Expressions ---

    def visit_Compare(self, node: ast.Compare) -> None:
        """Swap comparisons."""
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            self._between("comparison", left, right, *COMPARISONS[type(operator)])
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Swap ``and`` and ``or``, one at a time."""
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between("boolean", left, right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Take away ``not``, a minus, ``~``."""
        self._note("unary", node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Swap operators."""
        if _is_type(node):
            return
        old = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b"))).split()[1]
        self._between("arithmetic", node.left, node.right, old, OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """Swap ``min`` and ``max``, ``any`` and ``all``."""
        if node.id in SWAPPED and isinstance(node.ctx, ast.Load):
            self._note("name", node, SWAPPED[node.id])

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Decide a conditional expression."""
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Decide the conditions of a comprehension."""
        for test in node.ifs:
            self._condition(test)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Visit a call; the name of a type variable and the type of a cast are passed over."""
        if isinstance(node.func, ast.Name) and node.func.id == "TypeVar":
            return
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Change a constant."""
        value = node.value
        if isinstance(value, bool):
            self._note("constant", node, str(not value))
        elif isinstance(value, int):
            self._note("constant", node, str(value + 1))
        elif isinstance(value, str) and not self._raising and value and not any(map(str.isspace, value)):
            self._note("string", node, OTHER_STRING)

    def _condition(self, test: ast.expr) -> None:
        for instead in ("True", "False"):
            if self._text(test) != instead:
                self._note("condition", test, instead)

    # --- Statements ---

    def visit_While(self, node: ast.While) -> None:
        """Decide the condition of a loop."""
        self._condition(node.test)
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Visit what is raised, but no strings in it."""
        self._raising = True
        self.generic_visit(node)
        self._raising = False

    def visit_Expr(self, node: ast.Expr) -> None:
        """Visit a statement that is an expression, unless it is a text."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Return ``None``; of a truth value, the contrary."""
        value = node.value
        if value is None:
            return
        if self._returns_bool:
            if not isinstance(value, ast.Constant):
                self._note("return", value, f"not ({self._text(value)})")
        elif not (isinstance(value, ast.Constant) and value.value is None):
            self._note("return", value, "None")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Swap the operator of an assignment in place."""
        old = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b"))).split()[1]
        self._between("arithmetic", node.target, node.value, f"{old}=", f"{OPERATORS[type(node.op)]}=")
        self.generic_visit(node)

    def _left_out(self, node: ast.stmt) -> None:
        """Leave a statement out: a call, an assignment that changes something, a jump, a ``raise``."""
        match node:
            case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
                self._note("left out", node, "pass")
            case ast.Raise() | ast.Continue() | ast.Break():
                self._note("left out", node, "pass")
            case ast.Assign(targets) if not all(
                isinstance(target, ast.Name | ast.Tuple) for target in targets
            ):
                self._note("left out", node, "pass")
            case _:
                pass
