import { SettingsForm } from '../form/settings-form.tsx'
import type { Sections } from '../form/settings-section.ts'
import { useConfigFileSection } from './config-file/config-file-section.tsx'
import { useLoginSection } from './login/login-section.tsx'
import { useWhitelistSection } from './login/whitelist-section.tsx'
import { useMailSection } from './mail/mail-section.tsx'
import { usePaymentSection } from './payment-section.tsx'
import { useServerSection } from './server-section.tsx'
import { useBotCheckSection } from './third-party/bot-check-section.tsx'
import { useOauthSection } from './third-party/oauth-section.tsx'
import { useTelegramSection } from './third-party/telegram-section.tsx'
import { useWechatSection } from './third-party/wechat-section.tsx'
import { useWxpusherSection } from './third-party/wxpusher-section.tsx'
import { useWorkerSection } from './worker-section.tsx'

export const useSystemSections = (): Sections => [
  useServerSection(),
  useWorkerSection(),
  usePaymentSection(),
  useLoginSection(),
  useWhitelistSection(),
  useMailSection(),
  useOauthSection(),
  useWechatSection(),
  useTelegramSection(),
  useWxpusherSection(),
  useBotCheckSection(),
  useConfigFileSection(),
]

/** The options of the server itself: its address, payment, sign-in methods, mail. */
export const SystemTab = () => <SettingsForm sections={useSystemSections()} />
