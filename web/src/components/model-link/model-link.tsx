import { Link } from 'react-router'
import textStyles from '../style/text.module.css'
import { modelPath } from './model-path.ts'

/** The name of a model, which leads to its page. */
export const ModelLink = ({ name }: { name: string }) => (
  <Link className={textStyles.mono} to={modelPath(name)}>
    {name}
  </Link>
)
