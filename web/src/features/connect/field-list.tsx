import { CopyButton } from '../../components/copy/copy-button.tsx'
import { SecretKey } from '../../components/copy/secret-key.tsx'
import textStyles from '../../components/style/text.module.css'
import { useText } from '../../lib/text/text.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'
import { clineFields, type SetupValues } from './setup-blocks.ts'

/** The fields of a settings panel with their values, each copied on its own. */
export function FieldList({ values }: { values: SetupValues }) {
  const t = useText(connectText)
  return (
    <>
      <dl className={styles.fields}>
        {clineFields(values).map(({ label, value, isSecret }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {isSecret ? (
                <SecretKey text={value} name={label} atEnd />
              ) : (
                <>
                  <code>{value}</code>
                  <CopyButton text={value} name={label} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={textStyles.quiet}>{t('clineHint')}</p>
    </>
  )
}
