import { stored } from '../../lib/browser/stored.ts'
import { clientCode, placeholderKey } from '../../lib/client-code/client-code.ts'
import { helloRequest, sampleBodies } from '../../lib/client-code/sample-requests.ts'
import { type SdkLanguage, sdkLanguages } from '../../lib/client-code/sdk-methods.ts'
import { preferredModel } from '../../lib/models/preferred-model.ts'
import styles from './code-card.module.css'
import { codeCardText } from './code-card.text.ts'
import { CodeFrame } from './code-frame.tsx'

/** The clients of the card. */
const clients = ['curl', 'openai', 'anthropic'] as const
type Client = (typeof clients)[number]

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
  const t = codeCardText.use()
  const client = chosenClient.use()
  const language = chosenLanguage.use()
  const syntax = client === 'curl' ? 'shell' : language
  const model = modelFor(client, models)
  const request =
    client === 'curl'
      ? ({ endpoint: 'openai', model, body: sampleBodies.openai } as const)
      : helloRequest(client, model, t)
  const codeWith = (key: string) => clientCode(request, syntax, { base, key }) ?? ''
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
      syntax={syntax}
      compact={compact}
    />
  )
}

/** The models in the code while it is not known which ones the reader may call. */
const defaultModels: Record<Client, string> = {
  curl: 'gpt-5.4-mini',
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-sonnet-5',
}

/** The model to show with a client: one the reader may call, of the client's own vendor if there is one. */
function modelFor(client: Client, callable: readonly string[]): string {
  const isOwn = (model: string) => model.startsWith(client === 'anthropic' ? 'claude' : 'gpt')
  return preferredModel(callable.filter(isOwn)) ?? preferredModel(callable) ?? defaultModels[client]
}

function ClientName({ client }: { client: Client }) {
  return (
    <>
      {clientNames[client]}
      {client !== 'curl' && <span className={styles.roomy}> SDK</span>}
    </>
  )
}
