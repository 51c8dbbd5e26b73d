import { knownChats } from '@turnpike/contract/system/chat-link'
import { Fragment } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { PairOption } from '../../form/fields/pair-option.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { jsonRule, useSectionOptions } from '../../form/use-section-options.ts'
import styles from '../operation.module.css'
import { chatText } from './chat.text.ts'
import { chatProblem } from './chat-links.ts'

const template = knownChats.map(({ name, template: link }) => ({ [name]: link }))

const placeholders = ['key', 'address', 'cherryConfig', 'deepchatConfig', 'aionuiConfig'] as const
const words = ['ccswitch', 'fluentread'] as const

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
        <PairOption
          form={form}
          name="Chats"
          shape="links"
          columns={{ name: t('name'), value: t('linkColumn') }}
          add={t('add')}
          template={template}
          rows={10}
          help={t('ChatsHelp')}
          wrongCell={({ name, value }) => {
            const problem = chatProblem([{ [name.trim()]: value.trim() }])
            return problem && (problem.kind === 'link' ? 'value' : 'name')
          }}
        />
      </FormSection>
      <FormSection title={t('placeholders')} text={t('placeholdersText')}>
        <dl className={styles.terms}>
          {placeholders.map((name) => (
            <Fragment key={name}>
              <dt>{`{${name}}`}</dt>
              <dd>{t(name)}</dd>
            </Fragment>
          ))}
          {words.map((word) => (
            <Fragment key={word}>
              <dt>{word}</dt>
              <dd>{t(word)}</dd>
            </Fragment>
          ))}
        </dl>
      </FormSection>
    </>
  )
}
