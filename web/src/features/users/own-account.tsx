import { Navigate } from 'react-router'

/** `/user/edit` without a number is one's own account, which has its place in the settings. */
export const OwnAccount = () => <Navigate replace to="/setting?tab=personal" />
