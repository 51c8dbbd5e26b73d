const authorizePages = {
  github: { page: 'https://github.com/login/oauth/authorize', query: { scope: 'user:email' } },
  linuxdo: { page: 'https://connect.linux.do/oauth2/authorize', query: { response_type: 'code' } },
} as const

export type RedirectProvider = keyof typeof authorizePages

/** The provider's page that asks the visitor for consent and then returns to `/oauth/{provider}` with code and state. */
export function authorizeAddress(provider: RedirectProvider, clientId: string, state: string): string {
  const { page, query } = authorizePages[provider]
  return `${page}?${new URLSearchParams({ client_id: clientId, state, ...query })}`
}
