import { serviceTiers } from '@turnpike/contract/money/price-tiers'
import { Button, Segmented } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../buttons/quiet-button.tsx'
import { InputField } from '../../fields/input-field.tsx'
import layoutStyles from '../../style/layout.module.css'
import textStyles from '../../style/text.module.css'
import { LineFields } from '../price-drawer/line-fields.tsx'
import { LengthTiers } from './length-tiers.tsx'
import { tierText } from './tier.text.ts'
import { factorOf, type ServiceDraft, type ServiceForm, type TierTerms } from './tier-draft.ts'
import styles from './tiers.module.css'

type ServiceTiersProps = {
  services: readonly ServiceDraft[]
  terms: TierTerms
  onChange: (services: ServiceDraft[]) => void
}

/** Prices of calls that are served faster, later or in a region. */
export function ServiceTiers({ services, terms, onChange }: ServiceTiersProps) {
  const t = tierText.use()
  const missing = serviceTiers.filter((service) => services.every((each) => each.service !== service))
  const edit = (changed: ServiceDraft) => onChange(services.map((each) => (each.id === changed.id ? changed : each)))
  return (
    <section className={styles.kind} aria-label={t('services')}>
      <h3 className={textStyles.heading}>{t('services')}</h3>
      <p className={textStyles.hint}>{t('servicesHelp')}</p>
      {services.map((draft) => (
        <ServiceTier
          key={draft.id}
          draft={draft}
          terms={terms}
          onChange={edit}
          onRemove={() => {
            for (const { id } of [draft, ...draft.lengths]) terms.typing.forgetTier(id)
            onChange(services.filter(({ id }) => id !== draft.id))
          }}
        />
      ))}
      {missing.length > 0 && (
        <fieldset className={`${layoutStyles.wrappingButtons} ${styles.adds}`} aria-label={t('addService')}>
          {missing.map((service) => (
            <Button
              key={service}
              size="small"
              icon={<Plus />}
              onClick={() =>
                onChange([...services, { id: service, service, form: 'factor', factor: '', lines: {}, lengths: [] }])
              }
            >
              {t(service)}
            </Button>
          ))}
        </fieldset>
      )}
    </section>
  )
}

type ServiceTierProps = {
  draft: ServiceDraft
  terms: TierTerms
  onChange: (draft: ServiceDraft) => void
  onRemove: () => void
}

function ServiceTier({ draft, terms, onChange, onRemove }: ServiceTierProps) {
  const t = tierText.use()
  const { id, service, form, factor, lines } = draft
  const problemOf = (field: string) => {
    const problem = terms.problems[`${id}.${field}`]
    return problem && t(problem)
  }
  /** The prices start as the factor makes them. */
  const changeForm = (next: ServiceForm) =>
    onChange({ ...draft, form: next, lines: next === 'prices' ? { input: factorOf(factor), ...lines } : lines })
  return (
    <div className={styles.tier}>
      <div className={styles.head}>
        <h4 className={styles.title}>{t(service)}</h4>
        <Segmented<ServiceForm>
          size="small"
          aria-label={`${t('form')}: ${t(service)}`}
          value={form}
          options={[
            { value: 'factor', label: t('factorForm') },
            { value: 'prices', label: t('pricesForm') },
          ]}
          onChange={changeForm}
        />
        <IconButton icon={<Trash2 />} label={t('removeTier', { tier: t(service) })} onClick={onRemove} />
      </div>
      {form === 'factor' ? (
        <div className={styles.factor}>
          <InputField
            label={t('factor')}
            help={t('factorHelp')}
            problem={problemOf('factor')}
            inputMode="decimal"
            prefix={<span className={textStyles.quietSmall}>×</span>}
            value={factor}
            onChange={(next) => onChange({ ...draft, factor: next })}
          />
        </div>
      ) : (
        <>
          <LineFields
            id={id}
            lines={lines}
            base={terms.base}
            known={terms.base}
            terms={terms}
            problem={problemOf('input')}
            onChange={(next) => onChange({ ...draft, lines: next })}
          />
          <LengthTiers
            id={`${id}-length`}
            lengths={draft.lengths}
            terms={terms}
            onChange={(lengths) => onChange({ ...draft, lengths })}
          />
        </>
      )}
    </div>
  )
}
