import { SettingsForm } from '../form/settings-form.tsx'
import type { Sections } from '../form/use-current-section.ts'
import { useBotCheckSection } from './bot-check-section.tsx'
import { useLoginSection } from './login-section.tsx'
import { useMailSection } from './mail-section.tsx'
import { useOauthSection } from './oauth-section.tsx'
import { usePaymentSection } from './payment-section.tsx'
import { useServerSection } from './server-section.tsx'
import { useTelegramSection } from './telegram-section.tsx'
import { useWechatSection } from './wechat-section.tsx'
import { useWhitelistSection } from './whitelist-section.tsx'
import { useWorkerSection } from './worker-section.tsx'

/** What connects this installation with the outside: its address, payment, ways to sign in, mail. */
export function SystemTab() {
  const sections: Sections = [
    useServerSection(),
    useWorkerSection(),
    usePaymentSection(),
    useLoginSection(),
    useWhitelistSection(),
    useMailSection(),
    useOauthSection(),
    useWechatSection(),
    useTelegramSection(),
    useBotCheckSection(),
  ]
  return <SettingsForm sections={sections} />
}
