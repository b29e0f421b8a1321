{{/* What would publish an API that authenticates nobody, and hands out admin kubeconfigs, is refused. */}}
{{- define "api-gateway.checks" -}}
{{- if .Values.ingress.enabled -}}
{{- fail "ingress.enabled: the API authenticates nobody yet and hands out admin kubeconfigs, so this chart has no Ingress. Reach it inside the cluster (networkPolicy.from) or by kubectl port-forward" -}}
{{- end -}}
{{- if ne .Values.service.type "ClusterIP" -}}
{{- fail (printf "service.type %s: the API authenticates nobody yet and hands out admin kubeconfigs, so only ClusterIP is offered. Reach it inside the cluster (networkPolicy.from) or by kubectl port-forward" .Values.service.type) -}}
{{- end -}}
{{- end -}}
