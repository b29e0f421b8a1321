module slipway.test/cluster-api-1.14

go 1.26.0

require sigs.k8s.io/cluster-api v1.14.2
