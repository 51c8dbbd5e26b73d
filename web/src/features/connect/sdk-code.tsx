import { codeCardText } from '../../components/code-card/code-card.text.ts'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { stored } from '../../lib/browser/stored.ts'
import { clientCode, type Sdk, type SdkLanguage, sdkLanguages } from '../../lib/client-code/client-code.ts'
import { helloRequest } from '../../lib/client-code/sample-requests.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'
import type { SetupValues } from './setup-blocks.ts'

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
export function SdkCode({ sdk, values }: { sdk: Sdk; values: SetupValues }) {
  const t = useText(connectText)
  const words = useText(codeCardText)
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
