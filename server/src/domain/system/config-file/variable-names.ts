import { secretVariablePrefix } from '@turnpike/contract/system/config-file/secret-reference'

/** Names variables after what they hold, each name once: `TURNPIKE_KEY_OPENAI_MAIN`, `TURNPIKE_SMTP_TOKEN`. */
export function variableNamer(): (words: readonly string[]) => string {
  const given = new Set<string>()
  return (words) => {
    const name = secretVariablePrefix + words.map(inCapitals).filter(Boolean).join('_').slice(0, 100)
    for (let count = 1; ; count++) {
      const free = count === 1 ? name : `${name}_${count}`
      if (given.has(free)) continue
      given.add(free)
      return free
    }
  }
}

/** `SMTPToken` → `SMTP_TOKEN`, `openai main` → `OPENAI_MAIN`. Other letters than those of English are left out. */
const inCapitals = (word: string) =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
