import { useState } from 'react'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import textStyles from '../../components/style/text.module.css'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'
import { type SetupBlock, type SetupId, type SetupValues, setups } from './setup-blocks.ts'

const hints = { 'claude-code': 'claudeHint', 'gemini-cli': 'geminiHint' } as const
const hintOf = (setup: SetupId) => (setup in hints ? hints[setup as keyof typeof hints] : undefined)

/** The blocks of a coding tool, step by step; the key is masked on the screen and whole in the copied text. */
export function SetupSteps({ setup, values }: { setup: SetupId; values: SetupValues }) {
  const t = useText(connectText)
  const copied = setups[setup](values)
  const shown = setups[setup]({ ...values, key: maskSecret(values.key, '…') })
  const hint = hintOf(setup)
  return (
    <>
      {shown.map((blocks, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a tool have a fixed order
        <SetupStep key={index} shown={blocks} copied={copied[index] ?? []} />
      ))}
      {hint && <p className={textStyles.quiet}>{t(hint)}</p>}
    </>
  )
}

function SetupStep({ shown, copied }: { shown: SetupBlock[]; copied: SetupBlock[] }) {
  const t = useText(connectText)
  const [tab, setTab] = useState(shown[0]?.tab)
  const index = Math.max(
    0,
    shown.findIndex((block) => block.tab === tab),
  )
  const block = shown[index]
  if (!block) return null
  return (
    <section>
      <h3 className={styles.step}>{block.file ? t('file', { file: block.file }) : t('terminal')}</h3>
      <CodeFrame
        compact
        tabs={{
          label: t('variant'),
          list: shown.map((each) => ({ value: each.tab, name: each.tab })),
          chosen: block.tab,
          onChoose: setTab,
        }}
        code={block.code}
        copied={copied[index]?.code ?? ''}
        syntax={block.syntax}
      />
    </section>
  )
}
