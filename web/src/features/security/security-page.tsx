import { ArrowLeft } from 'lucide-react'
import { OwnerDialog } from '../../components/owner/owner-dialog.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { SecondFactorSections } from './second-factor-sections.tsx'
import styles from './security.module.css'
import { securityPageText } from './security-page.text.ts'

/** The second factors of an account. A separate page, because the settings are large already. */
export function SecurityPage() {
  const t = securityPageText.use()
  return (
    <Page
      title={t('title')}
      facts={t('facts')}
      width="form"
      actions={
        <LinkButton icon={<ArrowLeft />} to="/setting">
          {t('toSettings')}
        </LinkButton>
      }
    >
      <div className={styles.sections}>
        <SecondFactorSections />
        <IdentitiesSection />
      </div>
      <OwnerDialog />
    </Page>
  )
}
