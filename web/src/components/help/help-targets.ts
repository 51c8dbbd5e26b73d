import type { OptionSection } from '@turnpike/contract/options'
import type { GuideTarget } from './guide-pages.ts'

/** The page of the handbook for each section of the settings. */
export const settingsHelp: Record<
  Exclude<OptionSection, 'none'> | 'operation/visual-pricing' | 'system/config-file',
  GuideTarget
> = {
  'operation/general': 'settings#general',
  'operation/drawing': 'settings#drawing',
  'operation/sensitive-words': 'settings#sensitive-words',
  'operation/log': 'settings#log',
  'operation/dashboard': 'settings#dashboard',
  'operation/monitoring': 'channels#health',
  'operation/failover': 'channels#failover',
  'operation/quota': 'prices#quota',
  'operation/chat': 'clients#chat-links',
  'operation/groups': 'prices#groups',
  'operation/model-ratios': 'prices#models',
  'operation/visual-pricing': 'prices#models',
  'system/server-address': 'settings#server-address',
  'system/proxies': 'channels#proxies',
  'system/worker': 'settings#worker',
  'system/payment': 'payment#before',
  'system/login': 'security#sign-in',
  'system/email-whitelist': 'security#email-whitelist',
  'system/smtp': 'settings#mail',
  'system/oauth': 'security#oauth',
  'system/wechat': 'security#wechat',
  'system/telegram': 'security#telegram',
  'system/wxpusher': 'security#wxpusher',
  'system/bot-check': 'security#bot-check',
  'system/config-file': 'settings#config-file',
  'other/notice': 'settings#notice',
  'other/branding': 'settings#branding',
  'other/home': 'settings#pages',
  'other/about': 'settings#pages',
  'other/footer': 'settings#pages',
}

/** The page of the handbook for each section of the channel editor. */
export const channelHelp = {
  basics: 'channels#basics',
  credentials: 'channels#credentials',
  models: 'channels#models',
  cost: 'channels#cost',
  limits: 'channels#limits',
  overrides: 'channels#overrides',
  advanced: 'channels#advanced',
  routing: 'channels#order',
} satisfies Record<string, GuideTarget>
