import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { jsonRule, useSectionOptions } from '../../form/use-section-options.ts'
import styles from '../operation.module.css'
import { chatText } from './chat.text.ts'
import { chatProblem } from './chat-links.ts'

const template = [{ NextChat: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' }]

export function useChatSection(): SettingsSection {
  const t = useText(chatText)
  const linksRule = jsonRule((value) => {
    const problem = chatProblem(value)
    return problem && (problem.kind === 'link' ? t('link', { name: problem.name }) : t(problem.kind))
  })
  return { ...useSectionOptions('operation/chat', t, { Chats: linksRule }), title: t('title'), Fields: ChatFields }
}

function ChatFields({ form }: { form: OptionForm }) {
  const t = useText(chatText)
  return (
    <>
      <FormSection title={t('section')} text={t('sectionText')}>
        <OptionField form={form} name="Chats" rows={10} template={template} help={t('ChatsHelp')} />
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
