import type { Token } from '@turnpike/contract/identity/token'
import { useState } from 'react'
import { codeCardText } from '../../components/code-card/code-card.text.ts'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { SecretKey } from '../../components/copy/secret-key.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { useStatus } from '../../lib/api/status.ts'
import { stored } from '../../lib/browser/stored.ts'
import { clientCode } from '../../lib/client-code/client-code.ts'
import { helloRequest } from '../../lib/client-code/sample-requests.ts'
import { type Sdk, type SdkLanguage, sdkLanguages } from '../../lib/client-code/sdk-methods.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import type { Client } from './clients.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'
import { CcSwitch, LinkClient } from './link-client.tsx'
import { type Dialect, smallModelFor } from './models.ts'
import { clineFields, type SetupBlock, type SetupId, type SetupValues, setups } from './setup-blocks.ts'

type ClientPanelProps = {
  client: Client
  token: Token
  model: string | undefined
  models: (dialect: Dialect) => string[] | undefined
}

/** How one client is set up. */
export function ClientPanel(props: ClientPanelProps) {
  return (
    <section className={styles.panel} aria-labelledby="client-name">
      <h2 id="client-name" className={textStyles.title}>
        {props.client.name}
      </h2>
      <Instructions {...props} />
    </section>
  )
}

function Instructions({ client, token, model, models }: ClientPanelProps) {
  const t = connectText.use()
  const access = { base: useBaseAddress(), key: keyOf(token), name: useStatus()?.system_name ?? '' }
  if (client.kind === 'link') return <LinkClient name={client.name} template={client.template} token={token} />
  if (client.kind === 'cc-switch')
    return <CcSwitch token={token} modelsOf={(dialect) => models(dialect) ?? []} values={access} />
  const fitting = models(client.dialect)
  if (!fitting) return null
  if (model === undefined) return <p role="alert">{t('noModel')}</p>
  const values = { ...access, model, smallModel: smallModelFor(model, fitting) }
  if (client.kind === 'setup') return <SetupSteps setup={client.setup} values={values} />
  if (client.kind === 'sdk') return <SdkCode sdk={client.sdk} values={values} />
  return <FieldList values={values} />
}

/** The fields of a settings panel with their values, each copied on its own. */
function FieldList({ values }: { values: SetupValues }) {
  const t = connectText.use()
  return (
    <>
      <dl className={layoutStyles.framed}>
        {clineFields(values).map(({ label, value, isSecret }) => (
          <div key={label} className={`${layoutStyles.wideRow} ${styles.row}`}>
            <dt>{label}</dt>
            <dd>
              {isSecret ? (
                <SecretKey text={value} name={label} atEnd />
              ) : (
                <>
                  <code>{value}</code>
                  <CopyButton text={value} name={label} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={textStyles.quiet}>{t('clineHint')}</p>
    </>
  )
}

const names: Record<SdkLanguage, string> = { python: 'Python', javascript: 'Node' }
const packages: Record<Sdk, Record<SdkLanguage, string>> = {
  openai: { python: 'openai', javascript: 'openai' },
  anthropic: { python: 'anthropic', javascript: '@anthropic-ai/sdk' },
  gemini: { python: 'google-genai', javascript: '@google/genai' },
}
const installers: Record<SdkLanguage, string> = { python: 'pip install', javascript: 'npm install' }

const chosenLanguage = stored<SdkLanguage>(
  'connect-language',
  (text) => sdkLanguages.find((language) => language === text) ?? 'python',
)

/** A first call with a vendor's library. */
function SdkCode({ sdk, values }: { sdk: Sdk; values: SetupValues }) {
  const t = connectText.use()
  const words = codeCardText.use()
  const language = chosenLanguage.use()
  const request = helloRequest(sdk, values.model, words)
  const codeWith = (key: string) => clientCode(request, language, { base: values.base, key }) ?? ''
  return (
    <section>
      <p className={styles.step}>{t('install', { command: `${installers[language]} ${packages[sdk][language]}` })}</p>
      <CodeFrame
        compact
        tabs={{
          label: words('language'),
          list: sdkLanguages.map((value) => ({ value, name: names[value] })),
          chosen: language,
          onChoose: chosenLanguage.set,
        }}
        code={codeWith(maskSecret(values.key, '…'))}
        copied={codeWith(values.key)}
        syntax={language}
      />
    </section>
  )
}

const hints = { 'claude-code': 'claudeHint', 'gemini-cli': 'geminiHint' } as const
const hintOf = (setup: SetupId) => (setup in hints ? hints[setup as keyof typeof hints] : undefined)

/** The blocks of a coding tool, step by step; the key is masked on the screen and whole in the copied text. */
function SetupSteps({ setup, values }: { setup: SetupId; values: SetupValues }) {
  const t = connectText.use()
  const copied = setups[setup](values)
  const shown = setups[setup]({ ...values, key: maskSecret(values.key, '…') })
  const hint = hintOf(setup)
  return (
    <>
      {shown.map((blocks, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a tool have a fixed order
        <SetupStep key={index} shown={blocks} copied={copied[index] ?? []} />
      ))}
      {hint && <p className={textStyles.quiet}>{t(hint)}</p>}
    </>
  )
}

function SetupStep({ shown, copied }: { shown: SetupBlock[]; copied: SetupBlock[] }) {
  const t = connectText.use()
  const [tab, setTab] = useState(shown[0]?.tab)
  const index = Math.max(
    0,
    shown.findIndex((block) => block.tab === tab),
  )
  const block = shown[index]
  if (!block) return null
  return (
    <section>
      <h3 className={styles.step}>{block.file ? t('file', { file: block.file }) : t('terminal')}</h3>
      <CodeFrame
        compact
        tabs={{
          label: t('variant'),
          list: shown.map((each) => ({ value: each.tab, name: each.tab })),
          chosen: block.tab,
          onChoose: setTab,
        }}
        code={block.code}
        copied={copied[index]?.code ?? ''}
        syntax={block.syntax}
      />
    </section>
  )
}
