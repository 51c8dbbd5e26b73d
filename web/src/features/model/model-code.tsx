import type { EndpointType, PricedModel } from '@turnpike/contract/money/pricing'
import { useState } from 'react'
import { callLanguage, callLanguages } from '../../components/code-card/call-language.ts'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { useUsableTokens } from '../../lib/api/usable-tokens.ts'
import { type ClientLanguage, clientCode, placeholderKey } from '../../lib/client-code/client-code.ts'
import { sampleBodies } from '../../lib/client-code/sample-requests.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { modelWordsText } from '../../lib/models/model-words.text.ts'
import { modelText } from './model.text.ts'

/** Code that calls the model with the reader's newest usable token: masked on the screen, whole in the copy. */
export function ModelCode({ price: { model_name: model, supported_endpoint_types: types } }: { price: PricedModel }) {
  const t = modelText.use()
  const words = modelWordsText.use()
  const base = useBaseAddress()
  const language = callLanguage.use()
  const [endpoint = types[0], setEndpoint] = useState<EndpointType>()
  const { data: tokens = [] } = useUsableTokens()
  const token = tokens.find(
    ({ model_limits_enabled, model_limits }) => !model_limits_enabled || model_limits.split(',').includes(model),
  )
  if (!endpoint) return null
  const key = token && keyOf(token)
  const codeWith = (each: ClientLanguage, apiKey: string) =>
    clientCode({ endpoint, model, body: sampleBodies[endpoint] }, each, { base, key: apiKey })
  const possible = callLanguages.filter(({ value }) => codeWith(value, placeholderKey) !== undefined)
  // An endpoint that the chosen language cannot call is shown in one that can.
  const shown = possible.find(({ value }) => value === language)?.value ?? possible[0]?.value ?? 'python'
  return (
    <Sheet title={t('example')} facts={token && t('withToken', { name: token.name })}>
      <CodeFrame
        compact
        tabs={{
          label: t('endpoint'),
          list: types.map((value) => ({ value, name: words(value) })),
          chosen: endpoint,
          onChoose: setEndpoint,
        }}
        languages={{ label: t('language'), list: possible, chosen: shown, onChoose: callLanguage.set }}
        code={codeWith(shown, key ? maskSecret(key, '…') : placeholderKey) ?? ''}
        copied={codeWith(shown, key ?? placeholderKey) ?? ''}
        syntax={shown}
      />
    </Sheet>
  )
}
