type RouteFacts = {
  model: string
  /** The path that was called, as the log writes it. */
  path?: string
  token_id?: number
  user_id?: number
  group?: string
  prompt_tokens?: number
  channel_id?: number
}

/** The page that explains where a call would go, with the facts of one filled in. */
export function routeLink({ path = '', ...facts }: RouteFacts): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...facts, path: plainPath(path) }))
    if (value) params.set(name, String(value))
  return `/route?${params}`
}

/** The playground and addresses that name the model are routed like the plain path. */
function plainPath(path: string): string {
  if (/^\/v1(beta)?\/models\//.test(path)) return '/v1beta/models/{model}:generateContent'
  if (/^\/v1\/engines\//.test(path)) return '/v1/embeddings'
  return path.replace(/^\/pg\//, '/v1/')
}
