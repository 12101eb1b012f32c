//! What Python itself has, as far as loading a submission depends on it: built-in names, and modules of the standard
//! library.

/// The names of Python 3.11 to 3.13 that need no definition.
const BUILTINS: &str = "\
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError \
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError \
    ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception \
    ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError \
    ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError \
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented \
    NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError \
    PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning \
    StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True \
    TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError \
    UnicodeWarning UserWarning ValueError Warning ZeroDivisionError __build_class__ __debug__ __import__ abs aiter \
    all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict \
    dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id \
    input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print \
    property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars \
    zip __annotations__ __builtins__ __cached__ __doc__ __file__ __loader__ __package__ __path__ __spec__";

/// Whether a name means something although no file defines it.
pub(super) fn is_builtin(name: &str) -> bool {
    has(BUILTINS, name)
}

/// Whether a variable of a module has the name of a built-in, which Python finds where the variable has no value.
pub fn hides_builtin(global: &str) -> bool {
    is_builtin(global.rsplit('.').next().unwrap_or(global))
}

/// The modules of the standard library that people import, private ones left out.
const STANDARD: &str = "\
    __future__ abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb \
    binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections \
    colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses \
    dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno \
    faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext \
    glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress \
    itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap \
    modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator \
    optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath \
    pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline \
    reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd \
    smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string \
    stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios \
    textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle \
    turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg \
    winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// Whether a dotted name belongs to the standard library.
pub(super) fn is_standard(module: &str) -> bool {
    has(STANDARD, package(module))
}

/// Modules that the worker has loaded before the submission, or that are part of the interpreter: a file of the same name
/// does not replace them. `collections.abc` and other modules inside them follow their package.
const LOADED: &str = "\
    abc atexit builtins codecs collections copyreg encodings enum errno faulthandler functools gc genericpath \
    importlib io itertools json keyword marshal ntpath operator os posix posixpath pwd re reprlib runpy site stat \
    sys time types zipimport";

/// Modules that are part of some interpreters and files of others.
const BUILT_IN_OR_NOT: &str = "\
    array binascii cmath fcntl grp math select signal spwd syslog unicodedata zlib";

/// Whether a file of the submission is found before a module of the standard library with the same name. `None` if this
/// depends on how Python was built.
pub(super) fn can_be_replaced(module: &str) -> Option<bool> {
    (!has(BUILT_IN_OR_NOT, package(module))).then(|| !has(LOADED, package(module)))
}

/// Libraries that only tests need: the adapter puts something in their place that does nothing.
pub(super) fn is_test_tool(module: &str) -> bool {
    matches!(package(module), "pytest" | "hypothesis")
}

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

fn package(module: &str) -> &str {
    module.split('.').next().unwrap_or_default()
}
