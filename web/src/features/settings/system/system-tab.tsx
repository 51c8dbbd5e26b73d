import type { CustomFields } from '../form/option-section.tsx'
import { SettingsForm } from '../form/settings-form.tsx'
import { ConfigFile } from './config-file/config-file.tsx'
import { ProxyList } from './proxies/proxy-list.tsx'
import * as fields from './system-fields.tsx'
import { type SystemField, systemSections } from './system-sections.ts'
import { TestMail } from './test-mail.tsx'

const custom: CustomFields<SystemField> = {
  thisAddress: fields.ThisAddress,
  missingAddress: fields.MissingAddress,
  topupRatios: fields.TopupRatios,
  stripeWebhook: fields.StripeWebhook,
  epayNotice: fields.EpayNotice,
  passwordLogin: fields.PasswordLogin,
  domains: fields.Domains,
  testMail: TestMail,
  githubAddresses: fields.GithubAddresses,
  linuxdoAddress: fields.LinuxdoAddress,
  wechatPicture: fields.WechatPicture,
  telegramDomain: fields.TelegramDomain,
  siteKey: fields.SiteKey,
  configFile: ConfigFile,
  proxyList: ProxyList,
}

// The history of the settings imports the table from here, so that the bundle has one file for the whole tab.
export { systemSections }

export const SystemTab = () => <SettingsForm sections={systemSections} custom={custom} />
