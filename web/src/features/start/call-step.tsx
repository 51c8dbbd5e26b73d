import type { Token } from '@turnpike/contract/identity/token'
import { Link } from 'react-router'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { FirstCall } from '../../components/first-call/first-call.tsx'
import type { Connected } from '../../components/provider-key/use-connect-provider.ts'
import { ErrorState } from '../../components/states/error-state.tsx'
import { pricesPath } from '../../components/unpriced/price-path.ts'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { useUsableTokens } from '../../lib/api/usable-tokens.ts'
import { clientCode } from '../../lib/client-code/client-code.ts'
import { sampleBodies } from '../../lib/client-code/sample-requests.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { preferredModel } from '../../lib/models/preferred-model.ts'
import { useCallableModels } from '../../lib/models/use-callable-models.ts'
import styles from './start.module.css'
import { startText } from './start.text.ts'

/** The first call with what was connected just now, or with what the user has. */
export function CallStep({ connected }: { connected: Connected | undefined }) {
  const t = startText.use()
  const { data: tokens, error, refetch, isFetching } = useUsableTokens()
  const token = connected?.token ?? tokens?.find(({ allow_ips }) => allow_ips === '')
  const models = useCallableModels(token)
  const model = connected && models?.includes(connected.model) ? connected.model : models && preferredModel(models)
  if (token && model) return <Call token={token} model={model} />
  if (token && models)
    return (
      <p className={styles.line}>
        {t('noModels')} <Link to={pricesPath}>{t('setPrices')}</Link>
      </p>
    )
  if (!token && tokens)
    return (
      <p className={styles.line}>
        {t('noUsable')} <Link to="/token">{t('openTokens')}</Link>
      </p>
    )
  return error ? <ErrorState error={error} onRetry={refetch} retrying={isFetching} /> : null
}

function Call({ token, model }: { token: Token; model: string }) {
  const t = startText.use()
  const base = useBaseAddress()
  const key = keyOf(token)
  const request = { endpoint: 'openai', model, body: sampleBodies.openai } as const
  const curl = (shown: string) => clientCode(request, 'shell', { base, key: shown }) ?? ''
  return (
    <div className={styles.call}>
      <p>{t('callText')}</p>
      <FirstCall key={token.id} token={token} model={model} isMain />
      <CodeFrame
        tabs={{
          label: t('command'),
          list: [{ value: 'curl', name: t('sameCall') }],
          chosen: 'curl',
          onChoose: () => {},
        }}
        code={curl(maskSecret(key, '…'))}
        copied={curl(key)}
        syntax="shell"
        compact
      />
    </div>
  )
}
