import type {Command} from '../command.js';

export const completion: Command = {
  name: 'completion',
  summary: 'Print a script that completes command lines in bash or zsh',
  arguments: [
    {name: 'SHELL', description: 'bash or zsh', choices: ['bash', 'zsh'], completes: {with: 'words'}},
    {
      name: 'WORDS',
      description: 'what the script asks: a command line, after --, whose last word is to be completed',
      optional: true,
      rest: true,
    },
  ],
  details: [
    'Commands, options, tools, modules and parameters are completed, those of the config in the current folder. A config in JavaScript is not run for it.',
  ],
  examples: [
    `echo 'eval "$(haft completion bash)"' >> ~/.bashrc`,
    `echo 'eval "$(haft completion zsh)"' >> ~/.zshrc`,
    'haft completion bash -- haft call fs.re',
  ],
  run: async (invocation) => (await import('../actions/completion.js')).complete(invocation),
};
