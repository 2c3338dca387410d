/**
 * What `eval "$(haft completion bash)"` defines. All that is known stands in haft itself: the script asks it and shows the
 * answer, a line for the kind and one a word. Nothing of the answer is evaluated, and no other haft is asked than the one on the
 * PATH: of `./haft` in a folder of strangers nothing runs before Enter.
 */
const bash = `# Completion of haft for bash. Put this line into ~/.bashrc: eval "$(haft completion bash)"
_haft() {
  local kind line
  local -a words=("\${COMP_WORDS[@]:0:COMP_CWORD+1}")
  local current="\${COMP_WORDS[COMP_CWORD]}"
  [[ $current == "=" || $current == ":" ]] && current=""
  COMPREPLY=()
  {
    IFS= read -r kind || return 0
    case $kind in
      files | folders)
        compopt -o filenames 2>/dev/null
        local action=-f
        [[ $kind == folders ]] && action=-d
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$action" -- "$current")
        ;;
      *)
        [[ $kind == open ]] && compopt -o nospace 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done
        ;;
    esac
  } < <(command haft completion bash -- "\${words[@]}" 2>/dev/null)
}
complete -F _haft haft`;

const zsh = `#compdef haft
# Completion of haft for zsh. Put this line into ~/.zshrc, after compinit: eval "$(haft completion zsh)"
_haft() {
  local -a answer words_so_far described texts
  local kind line
  words_so_far=("\${(@)words[1,CURRENT]}")
  answer=("\${(@f)$(command haft completion zsh -- "\${words_so_far[@]}" 2>/dev/null)}")
  kind="\${answer[1]}"
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
    words | open)
      for line in "\${(@)answer[2,-1]}"; do
        [[ -n $line ]] || continue
        texts+=("\${line%%$'\\t'*}")
        described+=("\${line%%$'\\t'*}  \${line#*$'\\t'}")
      done
      (( \${#texts} )) || return 1
      if [[ $kind == open ]]; then
        compadd -l -S '' -d described -a texts
      else
        compadd -l -d described -a texts
      fi
      ;;
  esac
}
if (( ! \${+functions[compdef]} )); then
  autoload -Uz compinit && compinit
fi
compdef _haft haft`;

export const completionScripts: Readonly<Record<string, string>> = {bash, zsh};
