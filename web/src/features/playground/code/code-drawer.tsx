import { useState } from 'react'
import { callLanguage, callLanguages } from '../../../components/code-card/call-language.ts'
import { CodeFrame } from '../../../components/code-card/code-frame.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { baseAddress } from '../../../lib/address/base-address.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { type ClientLanguage, clientCode, placeholderKey } from '../../../lib/client-code/client-code.ts'
import { dictionary } from '../../../lib/text/text.ts'
import { type Mode, newUserMessage } from '../messages/message.ts'
import styles from '../playground.module.css'
import { usePlayground, useSettings } from '../store/use-playground.ts'
import { type Dialect, dialects } from './dialect-bodies.ts'
import { requestOf, withShortData } from './request-code.ts'

const codeText = dictionary({
  title: ['This request as code', '此请求的代码'],
  hint: [
    'Replace the key with one of your own. Requests from this code are charged to that key.',
    '请换成你自己的密钥，代码的请求由该密钥付费。',
  ],
  dialect: ['Dialect', '接口格式'],
  hello: ['Hello', '你好'],
  openai: ['OpenAI', 'OpenAI'],
  responses: ['Responses', 'Responses'],
  anthropic: ['Anthropic', 'Anthropic'],
  gemini: ['Gemini', 'Gemini'],
  only: ['OpenAI', 'OpenAI'],
})

/** The conversation and what is being typed, as the request that a program would send. */
export function CodeDrawer({ mode, onClosed }: { mode: Mode; onClosed: () => void }) {
  const t = codeText.use()
  const language = callLanguage.use()
  const [dialect, setDialect] = useState<Dialect>('openai')
  const codeOf = useCode(mode, dialect, t('hello'))
  const tabs = mode === 'chat' ? dialects : (['openai'] as const)
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <p className={styles.codeHint}>{t('hint')}</p>
      <CodeFrame
        compact
        tabs={{
          label: t('dialect'),
          list: tabs.map((value) => ({ value, name: t(value) })),
          chosen: mode === 'chat' ? dialect : 'openai',
          onChoose: setDialect,
        }}
        languages={{ label: t('language'), list: callLanguages, chosen: language, onChoose: callLanguage.set }}
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
  const typed = isTyped || said.length === 0 ? [newUserMessage(null, draft.text.trim() || hello, draft.files, 0)] : []
  // The last response is not part of the request that produced it.
  const path = typed.length > 0 ? [...said, ...typed] : said.at(-1)?.role === 'assistant' ? said.slice(0, -1) : said
  const request = requestOf({ mode, dialect, path, settings, model })
  return (language: ClientLanguage, isShown: boolean): string =>
    clientCode(isShown ? withShortData(request) : request, language, access) ?? ''
}
