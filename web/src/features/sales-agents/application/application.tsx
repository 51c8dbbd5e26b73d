import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'
import { Button } from 'antd'
import { FormSection } from '../../../components/form/form-section.tsx'
import textStyles from '../../../components/style/text.module.css'
import styles from '../agent.module.css'
import { StatusCallout } from '../status-callout.tsx'
import { HelpList } from '../terms/help-list.tsx'
import { termsText } from '../terms/terms.text.ts'
import { TermsFacts } from '../terms/terms-facts.tsx'
import { applicationText } from './application.text.ts'
import { NoteField } from './note-field.tsx'
import { useApplication } from './use-application.ts'

/** For those who are no agents: what one is, the terms, and the form to apply. */
export function Application({ self }: { self: AgentSelf }) {
  const t = applicationText.use()
  const terms = termsText.use()
  return (
    <>
      {self.status !== 'none' && (
        <div className={styles.callout}>
          <StatusCallout self={self} />
        </div>
      )}
      <Steps self={self} />
      <div className={styles.sections}>
        {self.may_apply && <ApplyForm self={self} />}
        {!self.may_apply && self.status !== 'applied' && (
          <FormSection title={t('apply')}>
            <div>
              <p className={textStyles.medium}>{t('closedTitle')}</p>
              <p className={textStyles.secondary}>{t('closedText')}</p>
            </div>
          </FormSection>
        )}
        <FormSection title={terms('terms')} text={terms('termsText')}>
          <TermsFacts terms={self.terms} />
        </FormSection>
        <FormSection title={terms('help')} text={terms('helpText')}>
          <HelpList />
        </FormSection>
      </div>
    </>
  )
}

function Steps({ self: { terms } }: { self: AgentSelf }) {
  const t = applicationText.use()
  const steps = [
    { title: t('linkTitle'), text: t('linkText') },
    {
      title: t('earnTitle'),
      text: t(terms.basis === 'spend' ? 'earnSpendText' : 'earnText', { percent: terms.share }),
    },
    { title: t('useTitle'), text: t('useText') },
  ]
  return (
    <section className={styles.intro}>
      <h2 className={styles.promise}>{t('title')}</h2>
      <p className={textStyles.secondary}>{t('text')}</p>
      <ol className={styles.steps}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong className={textStyles.heading}>{title}</strong>
            <span className={textStyles.secondary}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ApplyForm({ self }: { self: AgentSelf }) {
  const t = applicationText.use()
  const application = useApplication(self)
  const { isReviewed, isPending, send } = application
  return (
    <FormSection title={t('apply')} text={t(isReviewed ? 'applyText' : 'openText')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <NoteField of={application} />
        <div>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t(isReviewed ? 'send' : 'become')}
          </Button>
        </div>
      </form>
    </FormSection>
  )
}
