import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { JsonOption } from '../../form/fields/json-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { useRules } from '../../form/use-rules.ts'
import styles from '../operation.module.css'
import { chatText } from './chat.text.ts'
import { chatProblem } from './chat-links.ts'

const template = [{ NextChat: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' }]

export function useChatSection(): SettingsSection {
  const t = useText(chatText)
  const rules = useRules()
  const label = t('chats')
  const rule = rules.json(label, (value) => {
    const problem = chatProblem(value)
    return problem && (problem.kind === 'link' ? t('link', { name: problem.name }) : t(problem.kind))
  })
  return { id: 'chat', title: t('title'), options: { Chats: { label, rule } }, Fields: ChatFields }
}

function ChatFields({ form }: { form: OptionForm }) {
  const t = useText(chatText)
  return (
    <>
      <FormSection title={t('section')} text={t('sectionText')}>
        <JsonOption form={form} name="Chats" rows={10} template={template} help={t('help')} />
      </FormSection>
      <FormSection title={t('placeholders')} text={t('placeholdersText')}>
        <dl className={styles.terms}>
          <dt>{'{key}'}</dt>
          <dd>{t('key')}</dd>
          <dt>{'{address}'}</dt>
          <dd>{t('address')}</dd>
        </dl>
      </FormSection>
    </>
  )
}
