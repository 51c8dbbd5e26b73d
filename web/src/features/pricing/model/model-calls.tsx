import type { EndpointType, PricedModel } from '@turnpike/contract/money/pricing'
import { useState } from 'react'
import { callLanguage, callLanguages } from '../../../components/code-card/call-language.ts'
import { CodeFrame } from '../../../components/code-card/code-frame.tsx'
import textStyles from '../../../components/style/text.module.css'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { type ClientLanguage, clientCode, placeholderKey } from '../../../lib/client-code/client-code.ts'
import { sampleBodies } from '../../../lib/client-code/sample-requests.ts'
import { useText } from '../../../lib/text/text.ts'
import { modelWordsText } from '../list/model-words.text.ts'
import styles from './model-drawer.module.css'
import { modelDrawerText } from './model-drawer.text.ts'

/** The dialect in which the vendor of a model speaks itself is shown first. */
const firstOf = ({ vendor, supported_endpoint_types: types }: PricedModel): EndpointType | undefined =>
  types.find((type) => type === (vendor === 'google' ? 'gemini' : vendor)) ?? types[0]

/** Code that calls the model, for each endpoint and language; only the key is left to fill in. */
export function ModelCalls({ model }: { model: PricedModel }) {
  const t = useText(modelDrawerText)
  const words = useText(modelWordsText)
  const base = useBaseAddress()
  const language = callLanguage.use()
  const [endpoint, setEndpoint] = useState(firstOf(model))
  if (!endpoint) return <p className={textStyles.hintBelow}>{t('noCall')}</p>
  const request = { endpoint, model: model.model_name, body: sampleBodies[endpoint] }
  const codeIn = (each: ClientLanguage) => clientCode(request, each, { base, key: placeholderKey })
  const possible = callLanguages.filter(({ value }) => codeIn(value) !== undefined)
  // An endpoint that the chosen language cannot call is shown in one that can.
  const shown = possible.find(({ value }) => value === language)?.value ?? possible[0]?.value ?? 'python'
  return (
    <section>
      <h3 className={styles.heading}>{t('example')}</h3>
      <CodeFrame
        compact
        tabs={{
          label: t('endpoint'),
          list: model.supported_endpoint_types.map((value) => ({ value, name: words(value) })),
          chosen: endpoint,
          onChoose: setEndpoint,
        }}
        languages={{ label: t('language'), list: possible, chosen: shown, onChoose: callLanguage.set }}
        code={codeIn(shown) ?? ''}
        syntax={shown}
      />
    </section>
  )
}
