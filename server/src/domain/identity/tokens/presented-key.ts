/** The secret of an API key as clients write it, without `Bearer`, `sk-` and a channel behind it; undefined for anything else. */
export function presentedKey(text: string | undefined): string | undefined {
  const [, secret] = /^(?:Bearer\s+)?(?:sk-)?([0-9A-Za-z]{1,128})(?:-\d+)?$/i.exec(text?.trim() ?? '') ?? []
  return secret
}
