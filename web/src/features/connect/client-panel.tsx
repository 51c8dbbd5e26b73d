import type { Token } from '@turnpike/contract/identity/token'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { SecretKey } from '../../components/copy/secret-key.tsx'
import textStyles from '../../components/style/text.module.css'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { useStatus } from '../../lib/api/status.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { useText } from '../../lib/text/text.ts'
import type { Client } from './clients.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'
import { CcSwitch, LinkClient } from './link-client.tsx'
import { type Dialect, smallModelFor } from './models.ts'
import { SdkCode } from './sdk-code.tsx'
import { clineFields, type SetupValues } from './setup-blocks.ts'
import { SetupSteps } from './setup-steps.tsx'

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
  const t = useText(connectText)
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
  const t = useText(connectText)
  return (
    <>
      <dl className={styles.fields}>
        {clineFields(values).map(({ label, value, isSecret }) => (
          <div key={label} className={styles.row}>
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
