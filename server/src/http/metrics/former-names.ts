/** A metric whose former name is not its name without the prefix. */
const renamed: Record<string, string> = { relay_time_to_first_token_seconds: 'relay_first_word_seconds' }

const ownLine = /^(# (?:HELP|TYPE) )?turnpike_([a-z_]+?)((?:_bucket|_sum|_count)?(?=[ {]).*)$/gm

/**
 * Adds every metric of Turnpike once more under the name it had before names carried the prefix `turnpike_`. Dashboards
 * and alerts that ask for the former names keep working through version 1.0; the release after it drops them.
 */
export function withFormerNames(text: string): string {
  const former = [...text.matchAll(ownLine)].map(
    ([, comment = '', name = '', rest = '']) => `${comment}${renamed[name] ?? name}${rest}\n`,
  )
  return text + former.join('')
}
