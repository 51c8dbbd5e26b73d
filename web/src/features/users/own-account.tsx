import { Navigate } from 'react-router'

/** `/user/edit` without a number is the own account, which is edited in the settings. */
export const OwnAccount = () => <Navigate replace to="/setting?tab=personal" />
