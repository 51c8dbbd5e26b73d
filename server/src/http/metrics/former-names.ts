/** The metrics that changed more than the prefix of their name. */
const renamed: Record<string, string> = { relay_time_to_first_token_seconds: 'relay_first_word_seconds' }

const ownLine = /^(# (?:HELP|TYPE) )?turnpike_([a-z_]+?)((?:_bucket|_sum|_count)?(?=[ {]).*)$/gm

/**
 * Repeats every metric of Turnpike under its name without the prefix `turnpike_`, so that dashboards and alerts with the
 * former names work through version 1.0. The release after it drops them.
 */
export function withFormerNames(text: string): string {
  const former = [...text.matchAll(ownLine)].map(
    ([, comment = '', name = '', rest = '']) => `${comment}${renamed[name] ?? name}${rest}\n`,
  )
  return text + former.join('')
}
