import { dressShared } from '../browser/theme.ts'
import { dashboard } from '../dashboard/begin.ts'
import { DashboardPage } from '../dashboard/page.tsx'
import { startSignedIn } from '../signed-in.tsx'

const { share } = dashboard.facts
startSignedIn(<DashboardPage dashboard={dashboard} />, { hasBanner: !share?.embed })
if (share) dressShared(share)
