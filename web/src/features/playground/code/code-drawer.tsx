import { useState } from 'react'
import { CodeFrame } from '../../../components/code-card/code-frame.tsx'
import { placeholderKey } from '../../../components/code-card/snippets.ts'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { baseAddress } from '../../../lib/address/base-address.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { stored } from '../../../lib/browser/stored.ts'
import { dictionary, useText } from '../../../lib/text/text.ts'
import { type Mode, newQuestion } from '../messages/message.ts'
import { chatRequest } from '../request/chat-request.ts'
import { imageRequest, speechRequest, transcriptionFields } from '../request/media-request.ts'
import { usePlayground, useSettings } from '../store/use-playground.ts'
import styles from './code-drawer.module.css'
import { type Dialect, dialects } from './dialect-bodies.ts'
import { chatCode, mediaCode, type RequestLanguage, transcriptionCode, withShortData } from './request-code.ts'

const codeText = dictionary({
  en: {
    title: 'This request as code',
    hint: 'Replace the key with one of your own. In the playground your session pays; here the key does.',
    dialect: 'Dialect',
    language: 'Language',
    hello: 'Hello',
    openai: 'OpenAI',
    responses: 'Responses',
    anthropic: 'Anthropic',
    gemini: 'Gemini',
    only: 'OpenAI',
  },
  zh: {
    title: '此请求的代码',
    hint: '请换成你自己的密钥。操练场由登录会话付费，代码由密钥付费。',
    dialect: '接口格式',
    language: '语言',
    hello: '你好',
    openai: 'OpenAI',
    responses: 'Responses',
    anthropic: 'Anthropic',
    gemini: 'Gemini',
    only: 'OpenAI',
  },
})

const languages: readonly { value: RequestLanguage; name: string }[] = [
  { value: 'shell', name: 'curl' },
  { value: 'python', name: 'Python' },
  { value: 'javascript', name: 'JavaScript' },
]
const chosenLanguage = stored<RequestLanguage>(
  'call-language',
  (text) => languages.find(({ value }) => value === text)?.value ?? 'shell',
)

/** The conversation and what is being typed, as the request that a program would send. */
export function CodeDrawer({ mode, onClosed }: { mode: Mode; onClosed: () => void }) {
  const t = useText(codeText)
  const language = chosenLanguage.use()
  const [dialect, setDialect] = useState<Dialect>('openai')
  const codeOf = useCode(mode, dialect, t('hello'))
  const tabs = mode === 'chat' ? dialects : (['openai'] as const)
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <p className={styles.hint}>{t('hint')}</p>
      <CodeFrame
        compact
        tabs={{
          label: t('dialect'),
          list: tabs.map((value) => ({ value, name: t(value) })),
          chosen: mode === 'chat' ? dialect : 'openai',
          onChoose: setDialect,
        }}
        languages={{ label: t('language'), list: languages, chosen: language, onChoose: chosenLanguage.set }}
        code={codeOf(language, true)}
        copied={codeOf(language, false)}
        syntax={language}
      />
    </SideDrawer>
  )
}

function useCode(mode: Mode, dialect: Dialect, hello: string) {
  const { store } = usePlayground()
  const settings = useSettings()
  const conversation = store.usePart('conversation')
  const draft = store.usePart('draft')
  const [thread] = conversation.threads
  const access = { base: baseAddress(useStatus()?.server_address ?? '', window.location.origin), key: placeholderKey }
  const model = thread?.model ?? ''
  const said = store.path(thread?.leaf ?? null)
  const isTyped = draft.text.trim() !== '' || draft.files.length > 0
  const asked = isTyped || said.length === 0 ? [newQuestion(null, draft.text.trim() || hello, draft.files, 0)] : []
  // What was answered last is no part of the request that asked for it.
  const path = asked.length > 0 ? [...said, ...asked] : said.at(-1)?.role === 'assistant' ? said.slice(0, -1) : said
  const question = path.findLast(({ role }) => role === 'user')
  const prompt = question?.content ?? ''
  return (language: RequestLanguage, isShown: boolean): string => {
    const cut = <Body,>(body: Body) => (isShown ? withShortData(body) : body)
    if (mode === 'image') return mediaCode('image', language, imageRequest(prompt, settings, model), access)
    if (mode === 'speech') return mediaCode('speech', language, speechRequest(prompt, settings, model), access)
    if (mode === 'transcription') {
      const file = question?.attachments[0]?.name ?? 'recording.mp3'
      return transcriptionCode(language, transcriptionFields('', settings, model), file, access)
    }
    return chatCode(dialect, language, cut(chatRequest(path, settings, model)), access)
  }
}
