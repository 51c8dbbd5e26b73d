import type { EndpointType, PricedModel } from '@turnpike/contract/money/pricing'
import { useState } from 'react'
import { CodeFrame } from '../../../components/code-card/code-frame.tsx'
import type { CodeLanguage } from '../../../components/code-card/highlight.ts'
import { placeholderKey } from '../../../components/code-card/snippets.ts'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { stored } from '../../../lib/browser/stored.ts'
import { useText } from '../../../lib/text/text.ts'
import { modelWordsText } from '../list/model-words.text.ts'
import { callOf } from './calls.ts'
import styles from './model-drawer.module.css'
import { modelDrawerText } from './model-drawer.text.ts'

const languages: readonly { value: CodeLanguage; name: string }[] = [
  { value: 'shell', name: 'curl' },
  { value: 'python', name: 'Python' },
  { value: 'javascript', name: 'JavaScript' },
]
const chosenLanguage = stored<CodeLanguage>(
  'call-language',
  (text) => languages.find(({ value }) => value === text)?.value ?? 'shell',
)

/** The dialect in which the vendor of a model speaks itself is shown first. */
const firstOf = ({ vendor, supported_endpoint_types: types }: PricedModel): EndpointType | undefined =>
  types.find((type) => type === (vendor === 'google' ? 'gemini' : vendor)) ?? types[0]

/** Code that calls the model, for each endpoint and language; only the key is left to fill in. */
export function ModelCalls({ model }: { model: PricedModel }) {
  const t = useText(modelDrawerText)
  const words = useText(modelWordsText)
  const base = useBaseAddress()
  const language = chosenLanguage.use()
  const [endpoint, setEndpoint] = useState(firstOf(model))
  if (!endpoint) return <p className={styles.hint}>{t('noCall')}</p>
  const codeIn = (each: CodeLanguage) => callOf(endpoint, each, { base, key: placeholderKey, model: model.model_name })
  const possible = languages.filter(({ value }) => codeIn(value) !== undefined)
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
        languages={{ label: t('language'), list: possible, chosen: shown, onChoose: chosenLanguage.set }}
        code={codeIn(shown) ?? ''}
        syntax={shown}
      />
    </section>
  )
}
