/** A question as a person or a model would ask it, and the tools of which each is a right answer. */
export interface Question {
  readonly text: string;
  readonly right: readonly string[];
}

const ask = (text: string, ...right: string[]): Question => ({text, right});

/** Written before the search was tuned. Every third one is held out: it is measured, and nothing is tuned for it. */
const asked: readonly Question[] = [
  // files and folders
  ask('how big is this file', 'fs.stats', 'files.stat'),
  ask('put some text into a file', 'fs.write', 'files.writeFile'),
  ask('what does this file say', 'fs.read', 'files.readFile'),
  ask('show me the contents of a text file', 'fs.read', 'files.readFile'),
  ask('get rid of a directory', 'fs.delete', 'files.rm'),
  ask('remove a folder and everything inside', 'fs.delete', 'files.rm'),
  ask('make a new directory', 'fs.create', 'files.mkdir'),
  ask('duplicate a document', 'fs.copy', 'files.copyFile'),
  ask('change the name of a file', 'fs.move', 'files.rename'),
  ask('which files are in this folder', 'fs.list', 'files.readdir'),
  ask('find all typescript files in the project', 'fs.glob'),
  ask('when was the file last modified', 'fs.stats', 'files.stat'),
  ask('add a line at the end of the log file', 'fs.append', 'files.appendFile'),
  ask('does this file exist', 'fs.stats', 'files.stat'),
  ask('relocate files to another directory', 'fs.move', 'files.rename'),
  ask('read lines 10 to 20', 'fs.read'),
  ask('search for files matching a wildcard', 'fs.glob'),
  ask('overwrite the configuration file', 'fs.write', 'files.writeFile'),
  ask('check the permissions of a file', 'fs.stats', 'files.stat'),
  ask('erase old files', 'fs.delete', 'files.rm'),
  ask('make a backup copy of my folder', 'fs.copy'),
  // version control
  ask('who changed what and when', 'git.log'),
  ask('download a repository from GitHub', 'git.clone'),
  ask('save my changes to version control', 'git.commit'),
  ask('switch to another branch', 'git.checkout'),
  ask('create a branch', 'git.branch', 'git.checkout'),
  ask('upload commits to the server', 'git.push'),
  ask('which files have I modified', 'git.status'),
  ask('what is different between two commits', 'git.diff'),
  ask('show the history of a file', 'git.log'),
  ask('prepare files for the next commit', 'git.add'),
  ask('start a new repository', 'git.init'),
  ask('fix the last commit message', 'git.commit'),
  ask('list all branches', 'git.branch'),
  ask('which branch am I on', 'git.status', 'git.branch'),
  ask('publish my work to the remote', 'git.push'),
  ask('uncommitted changes', 'git.status', 'git.diff'),
  ask('get an existing repo ready to work with', 'git.open'),
  ask('delete a branch', 'git.branch'),
  ask('commits by one author since last week', 'git.log'),
  ask('stage everything', 'git.add'),
  ask('shallow clone with limited history', 'git.clone'),
  // archives, Markdown, HTTP and numbers: the configs that ship
  ask('compress a folder into an archive', 'tar.create'),
  ask('unzip an archive', 'tar.extract'),
  ask('what is inside this tarball', 'tar.list'),
  ask('convert markdown to html', 'markdown.render', 'markdown.renderInline'),
  ask('send data to an API', 'http.post'),
  ask('fetch a web resource', 'http.get'),
  ask('only the headers of a web page', 'http.head'),
  ask('multiply two numbers', 'decimal.times'),
  ask('square root', 'decimal.squareRoot'),
  ask('rounding to two decimals', 'decimal.round'),
  ask('subtract numbers', 'decimal.minus'),
  ask('which number is greater', 'decimal.compare'),
  ask('update part of a remote resource', 'http.patch'),
  ask('divide by a number', 'decimal.dividedBy'),
  ask('raise to the power of three', 'decimal.power'),
  ask('sum of two numbers', 'decimal.plus'),
  ask('extract files from tar.gz', 'tar.extract'),
  ask('replace a resource over http', 'http.put'),
  ask('delete something through the API', 'http.delete'),
  // git once more, the tools that came later
  ask('who wrote this line', 'git.blame'),
  ask('put my changes aside for later', 'git.stash'),
  ask('combine two branches', 'git.merge'),
  ask('get the newest commits from the server', 'git.fetch', 'git.pull'),
  ask('mark a release version', 'git.tag'),
  ask('undo the last commit', 'git.reset', 'git.revert'),
  ask('throw away my local changes', 'git.restore', 'git.reset', 'git.stash'),
  ask('what did this commit change', 'git.show', 'git.diff'),
  ask('apply one commit from another branch', 'git.cherryPick', 'git.cherry_pick', 'git.cherry-pick'),
  ask('replay my commits on top of main', 'git.rebase'),
  ask('check out a second branch in another folder', 'git.worktree'),
  ask('which remote servers does the repository know', 'git.remote'),
  // slips of the keyboard
  ask('comit changes', 'git.commit'),
  ask('delte a file', 'fs.delete', 'files.rm'),
  ask('clone reposatory', 'git.clone'),
  ask('render markdwon', 'markdown.render', 'markdown.renderInline'),
  ask('list dirctory', 'fs.list', 'files.readdir'),
  ask('swich branch', 'git.checkout'),
];

const isHeldOut = (_question: Question, index: number): boolean => index % 3 === 2;

export const heldOut: readonly Question[] = asked.filter(isHeldOut);
export const tuned: readonly Question[] = asked.filter((question, index) => !isHeldOut(question, index));
