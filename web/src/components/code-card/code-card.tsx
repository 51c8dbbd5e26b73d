import { stored } from '../../lib/browser/stored.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './code-card.module.css'
import { codeCardText } from './code-card.text.ts'
import { CodeFrame } from './code-frame.tsx'
import {
  type Client,
  clients,
  languageOf,
  modelFor,
  placeholderKey,
  type SdkLanguage,
  sdkLanguages,
  snippet,
} from './snippets.ts'

const clientNames: Record<Client, string> = { curl: 'curl', openai: 'OpenAI', anthropic: 'Anthropic' }
const languageNames: Record<SdkLanguage, string> = { python: 'Python', javascript: 'Node' }

const oneOf =
  <Choice extends string>(choices: readonly Choice[], fallback: Choice) =>
  (text: string | null): Choice =>
    choices.find((choice) => choice === text) ?? fallback

const chosenClient = stored<Client>('snippet-client', oneOf(clients, 'openai'))
const chosenLanguage = stored<SdkLanguage>('snippet-language', oneOf(sdkLanguages, 'python'))

const noKey = { shown: placeholderKey, copied: placeholderKey }

type CodeCardProps = {
  base: string
  /** The API key: masked on the screen, which other people may see, and whole in the copied code. */
  apiKey?: { shown: string; copied: string }
  /** The models the reader may call, as far as that is known. */
  models?: readonly string[]
  /** For a drawer: the height fits the code. Otherwise it is the same for every client. */
  compact?: boolean
}

/** A first call in the reader's own client and language; the choice is stored. */
export function CodeCard({ base, apiKey = noKey, models = [], compact = false }: CodeCardProps) {
  const t = useText(codeCardText)
  const client = chosenClient.use()
  const language = chosenLanguage.use()
  const comments = { theLine: t('theLine'), noVersion: t('noVersion'), model: t('anyModel') }
  const codeWith = (key: string) => snippet(client, language, { base, key, model: modelFor(client, models) }, comments)
  const languages = {
    label: t('language'),
    list: sdkLanguages.map((value) => ({ value, name: languageNames[value] })),
    chosen: language,
    onChoose: chosenLanguage.set,
  }
  return (
    <CodeFrame
      tabs={{
        label: t('client'),
        list: clients.map((value) => ({ value, name: <ClientName client={value} /> })),
        chosen: client,
        onChoose: chosenClient.set,
      }}
      languages={client === 'curl' ? undefined : languages}
      code={codeWith(apiKey.shown)}
      copied={codeWith(apiKey.copied)}
      syntax={languageOf(client, language)}
      compact={compact}
    />
  )
}

function ClientName({ client }: { client: Client }) {
  return (
    <>
      {clientNames[client]}
      {client !== 'curl' && <span className={styles.roomy}> SDK</span>}
    </>
  )
}
