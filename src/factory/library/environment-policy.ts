/**
 * Variables by which a program can be made to run other code, or to take its settings, which name code, from elsewhere.
 * Names are compared in capitals with `_` for `-`, as npm and Windows do. No such list is whole: what a program of its own
 * does with its variables only its author knows.
 */
const closed: readonly RegExp[] = [
  // Where programs, libraries and settings are looked for.
  /^(?:PATH|PATHEXT|CDPATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SHELL|COMSPEC|SYSTEMROOT|WINDIR|ZDOTDIR|FPATH|IFS|ENV|PS4)$/,
  /^(?:XDG|LD|DYLD|SSH|GIT|NPM|COREPACK|YARN|PNPM|BUN|DENO|TS_NODE|ELECTRON|NODE|PERL5?|RUBY|GEM|BUNDLE|COMPOSER|LUA)_/,
  /^(?:PERL|PYTHON|RUBY|LUA|CLASSPATH|PHP|BASH|_JAVA|JDK_JAVA|KUBECONFIG|AWKPATH|AWKLIBPATH|GCONV_PATH|LOCPATH|NLSPATH)/,
  /^(?:PIP|UV|POETRY|CONDA|VIRTUAL_ENV|CARGO|RUSTC?|GO(?:FLAGS|ENV|PATH|ROOT|TOOLCHAIN)|DOTNET|CORECLR|COR|ERL|R|JULIA)(?:_|$)/,
  /^(?:DOCKER|HELM|ANSIBLE|AWS_CONFIG|AWS_SHARED|OPENSSL|SVN|HG|CVS|PSMODULEPATH|TCLLIBPATH|GNUPGHOME|RIPGREP_CONFIG)/,
  /^(?:LESS|LESSOPEN|LESSCLOSE|VIMINIT|EXINIT|INPUTRC|SCREENRC|HGRCPATH|CC|CXX|CPP|LD|AR|MAKE|TERMINFO|FCEDIT)$/,
  // What names a program or its options, whatever it is of.
  /(?:^|_)(?:OPTIONS|OPTS?|FLAGS|ARGS|PRELOAD|PAGER|EDITOR|VISUAL|SHELL|ASKPASS|BROWSER|COMMAND|CMD|EXEC|RSH|RCFILE)$/,
  /(?:MAKEFLAGS|PAGER|EDITOR|_HOME|LIBRARY_PATH|LIB_PATH|MODULE_PATH|PLUGIN_PATH|PLUGINS|STARTUP_HOOKS|STARTUP_FILE)$/,
];

/** Names that look like those, and change only how a program speaks or what it leaves. */
const open: readonly RegExp[] = [
  /^(?:NODE_ENV|NODE_NO_WARNINGS|NODE_DISABLE_COLORS)$/,
  /^(?:PYTHONUNBUFFERED|PYTHONUTF8|PYTHONDONTWRITEBYTECODE|PYTHONNOUSERSITE)$/,
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|LITERAL_PATHSPECS|NO_LAZY_FETCH|OPTIONAL_LOCKS)$/,
  /^NPM_CONFIG_(?:UPDATE_NOTIFIER|FUND|AUDIT|LOGS_MAX|LOGLEVEL|COLOR|PROGRESS|OFFLINE|PREFER_OFFLINE)$/,
];

/** Whether a variable can make a program run other code than its own. */
export function choosesCode(variable: string): boolean {
  const name = variable.toUpperCase().replaceAll('-', '_');
  return closed.some((pattern) => pattern.test(name)) && !open.some((pattern) => pattern.test(name));
}

/** Variables that every program has from this process already. */
export const givenAnyway: ReadonlySet<string> = new Set(['PATH', 'HOME', 'PATHEXT', 'SystemRoot']);
