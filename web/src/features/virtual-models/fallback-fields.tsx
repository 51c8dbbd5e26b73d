import { type FallbackKind, fallbackKinds } from '@turnpike/contract/routing/virtual-models'
import { Checkbox } from 'antd'
import { useText } from '../../lib/text/text.ts'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'

type FallbackFieldsProps = { chosen: readonly FallbackKind[]; onChange: (chosen: FallbackKind[]) => void }

/** After which failures the next model is tried. */
export function FallbackFields({ chosen, onChange }: FallbackFieldsProps) {
  const t = useText(virtualModelsText)
  const toggle = (kind: FallbackKind, isOn: boolean) =>
    onChange(isOn ? [...chosen, kind] : chosen.filter((each) => each !== kind))
  return (
    <fieldset className={styles.fallbacks}>
      <legend className={styles.legend}>{t('fallback')}</legend>
      <p className={styles.help}>{t('fallbackHelp')}</p>
      {fallbackKinds.map((kind) => (
        <Checkbox
          key={kind}
          className={styles.fallback}
          checked={chosen.includes(kind)}
          onChange={(event) => toggle(kind, event.target.checked)}
        >
          {t(kind)}
          <span className={styles.kindHelp}>{t(`${kind}Help`)}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
