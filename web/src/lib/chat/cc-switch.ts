import type { ChatAccess } from './fill-template.ts'

/** The programs that CC Switch imports a provider for. */
export const ccSwitchApps = ['claude', 'codex', 'gemini'] as const
export type CcSwitchApp = (typeof ccSwitchApps)[number]

/** CC Switch offers Claude Code a model for each of its three sizes. */
const claudeSizes = ['haiku', 'sonnet', 'opus'] as const

type Import = ChatAccess & {
  /** The name of the provider in CC Switch. */
  name: string
  model: string
  /** The models that the key may call; those of Claude's sizes are offered for them. */
  models: readonly string[]
}

/** The link that imports this server as a provider. Codex is the one whose address ends with the version. */
export function ccSwitchLink(app: CcSwitchApp, { key, base, name, model, models }: Import): string {
  const query = new URLSearchParams({
    resource: 'provider',
    app,
    name,
    endpoint: app === 'codex' ? `${base}/v1` : base,
    apiKey: key,
    model,
  })
  if (app === 'claude')
    for (const size of claudeSizes)
      query.set(`${size}Model`, models.find((each) => each.startsWith('claude') && each.includes(size)) ?? model)
  query.set('homepage', base)
  query.set('enabled', 'true')
  return `ccswitch://v1/import?${query}`
}
