{{/*
Takes `root`, `ingress` and `egress` (lists of rules). Name resolution and the way to NATS are added,
and the operations port for `networkPolicy.metricsFrom`.
*/}}
{{- define "slipway.networkPolicy" -}}
{{- $root := .root -}}
{{- $policy := $root.Values.networkPolicy -}}
{{- if $policy.enabled -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "slipway.metadata" $root | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "slipway.selectorLabels" $root | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- $ingress := .ingress | default list -}}
  {{- with $policy.metricsFrom -}}
  {{- $ports := list (dict "protocol" "TCP" "port" "ops") -}}
  {{- $ingress = append $ingress (dict "from" . "ports" $ports) -}}
  {{- end }}
  ingress:
    {{- toYaml $ingress | nindent 4 }}
  egress:
    - ports:
        {{- range $protocol := list "UDP" "TCP" }}
        {{- range $port := list 53 5353 }}
        - protocol: {{ $protocol }}
          port: {{ $port }}
        {{- end }}
        {{- end }}
    {{- include "slipway.natsEgress" $root | nindent 4 }}
    {{- with .egress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
{{- end -}}
