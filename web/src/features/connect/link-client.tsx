import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { ExternalLink } from 'lucide-react'
import { chatLinksText } from '../../components/chat-links/chat-links.text.ts'
import { useFillLink } from '../../components/chat-links/use-chat-links.ts'
import { useOpenChat } from '../../components/chat-links/use-open-chat.tsx'
import { useReceiverName } from '../../components/chat-links/use-receiver-name.ts'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { ccSwitchApps, ccSwitchLink } from '../../lib/chat/cc-switch.ts'
import { connectText } from './connect.text.ts'
import { type Dialect, modelFor } from './models.ts'

type LinkClientProps = { name: string; template: string; token: Token }

/** A client that is set up by opening a link. */
export function LinkClient({ name, template, token }: LinkClientProps) {
  const t = connectText.use()
  const links = chatLinksText.use()
  const receiverName = useReceiverName()
  const { open, dialog } = useOpenChat(token)
  const link = useFillLink()({ name, template }, token)
  const receiver = 'receiver' in link ? link.receiver : undefined
  if (link.kind === 'broken') return <p role="alert">{links('badChat')}</p>
  return (
    <>
      {receiver && <p className={textStyles.quiet}>{t('receiver', { receiver: receiverName(receiver) })}</p>}
      <div className={layoutStyles.wrappingRow}>
        <Button type="primary" icon={<ExternalLink />} onClick={() => open(link)}>
          {links('open', { name })}
        </Button>
        {'address' in link && <CopyButton text={link.address} name={t('link')} />}
      </div>
      {dialog}
    </>
  )
}

const programs = {
  claude: { name: 'Claude Code', dialect: 'anthropic' },
  codex: { name: 'Codex', dialect: 'responses' },
  gemini: { name: 'Gemini CLI', dialect: 'gemini' },
} as const satisfies Record<(typeof ccSwitchApps)[number], { name: string; dialect: Dialect }>

type CcSwitchProps = {
  token: Token
  modelsOf: (dialect: Dialect) => string[]
  values: { base: string; key: string; name: string }
}

/** CC Switch: one import link for each program, with a model of that program's format. */
export function CcSwitch({ token, modelsOf, values }: CcSwitchProps) {
  const t = connectText.use()
  const { open, dialog } = useOpenChat(token)
  return (
    <>
      <p className={textStyles.quiet}>{t('ccSwitch')}</p>
      <div className={layoutStyles.wrappingRow}>
        {ccSwitchApps.map((app) => {
          const { name, dialect } = programs[app]
          const models = modelsOf(dialect)
          const model = modelFor(dialect, models)
          const link = model === undefined ? undefined : ccSwitchLink(app, { ...values, model, models })
          return (
            <Button
              key={app}
              icon={<ExternalLink />}
              disabled={link === undefined}
              onClick={() => link && open({ kind: 'app', name: 'CC Switch', address: link, receiver: 'ccswitch://' })}
            >
              {t('setUp', { name })}
            </Button>
          )
        })}
      </div>
      {dialog}
    </>
  )
}
