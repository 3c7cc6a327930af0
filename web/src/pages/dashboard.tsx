import { dashboard } from '../dashboard/begin.ts'
import { DashboardPage } from '../dashboard/page.tsx'
import { start } from '../main.tsx'

start(<DashboardPage dashboard={dashboard} />, { hasBanner: !dashboard.facts.share?.embed })
