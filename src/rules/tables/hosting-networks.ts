// Autonomous systems of data centres: the networks of hosting and cloud services, from which hardly any person reads a
// page. Put together by hand from the public registries of numbers (ARIN, RIPE, APNIC, LACNIC, AFRINIC), where each is
// listed under its holder's name. Networks that also connect people, such as telephone companies, are not here, and
// neither are relays of people's browsers (Apple, Cloudflare, Akamai, Fastly, Google).

/** Of when the table is. */
export const hostingNetworksDate = '2026-11-28'

export const hostingNetworks: ReadonlySet<number> = new Set([
  // Amazon
  16509, 14618, 8987, 7224,
  // Google Cloud
  396982,
  // Microsoft
  8075, 8068, 8069,
  // Oracle
  31898,
  // IBM, SoftLayer
  36351,
  // Alibaba
  45102, 37963, 24429,
  // Tencent
  132203, 45090,
  // Huawei Cloud
  136907, 55990,
  // DigitalOcean
  14061,
  // Akamai Connected Cloud, formerly Linode
  63949,
  // The Constant Company (Vultr)
  20473,
  // OVH
  16276,
  // Hetzner
  24940, 213230, 212317,
  // Scaleway
  12876,
  // IONOS
  8560, 54548,
  // Contabo
  51167, 40021, 141995,
  // netcup
  197540,
  // Leaseweb
  60781, 28753, 30633, 396362, 395954, 59253, 205544,
  // Hostinger
  47583,
  // M247
  9009,
  // Datacamp (CDN77)
  60068, 212238,
  // Worldstream, NForce, Serverius
  49981, 43350, 50673,
  // UpCloud, Exoscale, Infomaniak
  202053, 61098, 29222,
  // Rackspace
  33070, 19994, 27357,
  // GoDaddy, Unified Layer, DreamHost
  26496, 46606, 26347,
  // ColoCrossing, QuadraNet, Psychz, Zenlayer
  36352, 8100, 40676, 21859,
  // PONYNET (BuyVM), Sharktech, Hivelocity
  53667, 46844, 29802,
  // Aruba, Seeweb, Gandi, Ikoula
  31034, 12637, 29169, 21409,
  // Selectel, Timeweb, REG.RU, Yandex Cloud
  49505, 9123, 197695, 200350,
  // Stark Industries, Aeza
  44477, 210644,
  // Sakura, Naver Cloud
  7684, 9370, 9371, 23576,
])
