/** Schemes a browser runs or reads by itself; every other one opens the app that registered it. */
const activeSchemes = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source'])

/** Whether a link opens a site or an app, and never runs in the page that shows it. */
export function isOpenable(link: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s/\\]/i.exec(link)?.[1]
  return scheme !== undefined && !activeSchemes.has(scheme.toLowerCase())
}

/** FluentRead has no address: the browser extension listens on the page. Consoles of this family write `fluentread`. */
export const isFluentRead = (link: string) => /^fluent\w*$/i.test(link)

/** CC Switch needs to know for which program: the word stands for its import links, one per program. */
export const isCcSwitch = (link: string) => /^ccswitch$/i.test(link)

/** Whether a text may stand in the option `Chats`. */
export const isChatLink = (link: string) => isOpenable(link) || isFluentRead(link) || isCcSwitch(link)

/** A chat link before a key is filled in. */
export type ChatTemplate = { name: string; template: string }

/**
 * The clients that can be set up by opening a link. `{key}` is the token with its `sk-`, `{address}` the URL-encoded
 * address of this server; the three configs are URL-encoded base64 of the JSON that each app reads.
 */
export const knownChats = [
  { name: 'NextChat', template: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
  {
    name: 'LobeChat',
    template:
      'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
  },
  { name: 'AMA', template: 'ama://set-api-key?server={address}&key={key}' },
  { name: 'OpenCat', template: 'opencat://team/join?domain={address}&token={key}' },
  { name: 'Cherry Studio', template: 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
  { name: 'DeepChat', template: 'deepchat://provider/install?v=1&data={deepchatConfig}' },
  {
    name: 'AI as Workspace',
    template:
      'https://aiaw.app/set-provider?provider={"type":"openai","settings":{"apiKey":"{key}","baseURL":"{address}/v1","compatibility":"strict"}}',
  },
  { name: 'AionUI', template: 'aionui://provider/add?v=1&data={aionuiConfig}' },
  { name: 'CC Switch', template: 'ccswitch' },
  { name: 'FluentRead', template: 'fluentread' },
] as const satisfies ChatTemplate[]

/** The value of `Chats` until the administrator changes it. */
export const defaultChats: Record<string, string>[] = knownChats
  .slice(0, 4)
  .map(({ name, template }) => ({ [name]: template }))
