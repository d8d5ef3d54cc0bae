"""What Click, the system and SQLite say to whoever uses the command: it stands here so that Babel finds it.

They look up their sentences, or we do, as they come. A test compares these with Click's own.
"""

from companion.shell import gettext as _
from companion.shell import ngettext

CLICK = (
    _("Usage:"),
    _("Options"),
    _("Commands"),
    _("Show the version and exit."),
    _("Show this message and exit."),
    _("%(prog)s, version %(version)s"),
    # TRANSLATORS: what stands in braces stays as it is
    _("default: {default}"),
    # TRANSLATORS: of an option that must be given
    _("required"),
    # TRANSLATORS: stands in capitals after an option, and at the beginning of "Directory 'x' is a file."
    _("directory"),
    # TRANSLATORS: a kind of value, as "directory" is
    _("file"),
    # TRANSLATORS: a kind of value, as "directory" is
    _("path"),
    # TRANSLATORS: the argument's name follows, and a full stop
    _("Missing argument"),
    _("Missing option"),
    # TRANSLATORS: what stands in braces stays as it is, here {name!r}
    _("No such option {name!r}."),
    _("No such command {name!r}."),
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 2),
    _("Option {name!r} does not take a value."),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 2),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 2),
    _("Invalid value for {param_hint}: {message}"),
    _("{value!r} is not a valid {number_type}."),
    _("{value} is not in the range {range}."),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 2),
    _("{name} {filename!r} is a file."),
    _("{name} {filename!r} is not readable."),
)

SYSTEM = (
    _("Address already in use"),
    _("Cannot assign requested address"),
    _("File exists"),
    _("Input/output error"),
    _("Is a directory"),
    _("Name or service not known"),
    _("No space left on device"),
    _("No such file or directory"),
    _("Not a directory"),
    _("Operation not permitted"),
    _("Permission denied"),
    _("Read-only file system"),
)

SQLITE = (
    _("attempt to write a readonly database"),
    _("database disk image is malformed"),
    _("database is locked"),
    _("database or disk is full"),
    _("disk I/O error"),
    _("file is not a database"),
    _("unable to open database file"),
)
