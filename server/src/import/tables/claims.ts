type Account = {
  username_key: string
  email: string
  aff_code: string
  access_token_hash: string | null
  deleted_at: number | null
} & Identities
export type Identities = { github_id: string; wechat_id: string; telegram_id: string; linux_do_id: string }

/**
 * Values that only one account may have. Each function returns true for the first caller, and false for every later
 * one.
 */
export type Claims = {
  username(key: string): boolean
  email(address: string): boolean
  affCode(code: string): boolean
  accessToken(hash: string): boolean
  identity(column: keyof Identities, value: string): boolean
  oidc(issuer: string, subject: string): boolean
}

/** Begins with the values of the accounts here. */
export function claimsOf(
  accounts: readonly Account[],
  identities: readonly { issuer: string; subject: string }[],
): Claims {
  const taken = new Set<string>()
  const claim = (...parts: string[]) => {
    const key = JSON.stringify(parts)
    const isFree = !taken.has(key)
    taken.add(key)
    return isFree
  }
  for (const account of accounts) {
    claim('username', account.username_key)
    if (account.email !== '' && account.deleted_at === null) claim('email', account.email)
    if (account.aff_code !== '') claim('aff', account.aff_code)
    if (account.access_token_hash) claim('access', account.access_token_hash)
    for (const column of ['github_id', 'wechat_id', 'telegram_id', 'linux_do_id'] as const)
      if (account[column] !== '') claim(column, account[column])
  }
  for (const { issuer, subject } of identities) claim('oidc', issuer, subject)
  return {
    username: (key) => key !== '' && claim('username', key),
    email: (address) => claim('email', address),
    affCode: (code) => claim('aff', code),
    accessToken: (hash) => claim('access', hash),
    identity: (column, value) => claim(column, value),
    oidc: (issuer, subject) => claim('oidc', issuer, subject),
  }
}
