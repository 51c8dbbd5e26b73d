import { actText, resourceText, verbText } from './changes.text.ts'

type Resource = keyof (typeof resourceText)['en']
type Verb = keyof (typeof verbText)['en']

/** The page on which each resource is found. */
const paths: Readonly<Record<Resource, string>> = {
  channel: '/channel',
  virtual_model: '/virtual-models',
  model_list: '/proposals?tab=lists',
  user: '/user',
  plan: '/plans',
  subscription: '/subscriptions',
  agent: '/agent/manage',
  dividend: '/agent/manage?tab=shares&view=every',
  code: '/redemption',
  call: '/log',
  option: '/setting?tab=operation',
  price: '/price-book',
  price_source: '/proposals?tab=sources',
  price_proposal: '/proposals',
  applied_prices: '/proposals?tab=applied',
  order: '/orders',
  proxy: '/setting?tab=system&section=proxies',
  group: '/setting?tab=operation&section=groups',
  oidc: '/setting/providers',
  faq: '/faq',
  config: '/setting?tab=system&section=config-file',
  log: '/log',
  import: '/user',
}

const isResource = (name: string): name is Resource => Object.hasOwn(paths, name)
const isVerb = (name: string): name is Verb => Object.hasOwn(verbText.en, name)

/** An act of the audit log, such as `channel.update`, in words; one without words of its own is a change. */
export function changeWords(action: string): { words: string; path: string } {
  const [name = '', did = ''] = action.split('.')
  const resource = isResource(name) ? name : 'option'
  const verb = isVerb(did) ? did : 'change'
  const words = actText.get()('act', { what: resourceText.get()(resource), did: verbText.get()(verb) })
  return { words, path: paths[resource] }
}
