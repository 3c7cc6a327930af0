import { dashboard } from '../dashboard/begin.ts'
import { DashboardPage } from '../dashboard/page.tsx'
import { startSignedIn } from '../signed-in.tsx'

startSignedIn(<DashboardPage dashboard={dashboard} />, { hasBanner: !dashboard.facts.share?.embed })
